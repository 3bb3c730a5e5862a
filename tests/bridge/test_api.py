"""The REST interface: views by seat, actions once, refusals as everywhere else."""

import json
from collections.abc import Callable

import pytest
import requests
from marshmallow import Schema

from tests.bridge.page import ORIGIN, WORLD, Page
from tests.bridge.program import TABLE, Program
from vtt_bridge import words
from vtt_bridge.api import schemas
from vtt_bridge.server import BridgeServer


class TestActing:
    def test_a_command_is_typed_and_asks_and_is_answered(
        self, gm: Program, hiroshi: Program
    ) -> None:
        ack = hiroshi.command(text="!carps attack @Benkei", actor="hiroshi")
        assert ack == {"ok": True, "id": "hiroshi-no-0001", "seq": 4}
        question = gm.get(f"{TABLE}/questions")["questions"][0]
        assert (question["who"], question["deadline_in"]) == ("benkei", None)
        assert hiroshi.get(f"{TABLE}/questions") == {"questions": []}
        assert gm.post("answers", request=question["id"], choice=None)["seq"] == 5
        assert hiroshi.get(f"{TABLE}/characters/hiroshi")["character"]["fields"]["level"] == 25

    def test_the_same_id_is_done_once(self, hiroshi: Program) -> None:
        first = hiroshi.command(id="once-0001", text="!carps help")
        assert hiroshi.command(id="once-0001", text="!carps end turn") == first
        assert hiroshi.get(f"{TABLE}/actions/once-0001") == first
        refused = hiroshi.command(409, id="once-0002", text="!carps attack @Nobody")
        assert refused["error"]["code"] == "unknown_name"
        assert hiroshi.command(409, id="once-0002", text="!carps help") == refused

    def test_an_id_is_of_whoever_had_it_first(
        self, gm: Program, hiroshi: Program, program: Callable[..., Program]
    ) -> None:
        first = gm.command(id="once-0001", text="!carps attack @Benkei", actor="hiroshi")
        refused = hiroshi.command(409, id="once-0001", text="!carps help")
        assert (refused["ok"], refused["id"]) == (False, "once-0001")
        assert refused["error"]["code"] == "id_taken"
        path = f"{TABLE}/actions/once-0001"
        assert hiroshi.get(path, 404)["error"]["code"] == "unknown_action"
        assert program("public", "read").get(path, 404)["error"]["code"] == "unknown_action"
        assert gm.get(path) == program("gm", "read").get(path) == first
        renewed = program("gm", "act", "gm")
        assert renewed.post("undos", id="once-0001") == first
        assert hiroshi.get(f"{TABLE}/journal")["seq"] == 4

    def test_an_owner_acts_for_his_character_alone(self, hiroshi: Program) -> None:
        refused = hiroshi.command(409, text="!carps end turn", actor="benkei")
        assert refused["error"]["code"] == "not_yours"
        refused = hiroshi.command(409, verb="encounter.end", args={"encounter": "e"})
        assert refused["error"]["code"] == "gm_only"

    def test_nobody_answers_for_another(self, gm: Program, hiroshi: Program) -> None:
        hiroshi.command(text="!carps attack @Benkei")
        [question] = gm.get(f"{TABLE}/questions")["questions"]
        for request in (question["id"], "no question at all"):
            for choice in (None, "evasive_maneuvers", "nonsense"):
                refused = hiroshi.post("answers", 409, request=request, choice=choice)
                assert refused["error"]["code"] == "question_closed"
        assert gm.get(f"{TABLE}/questions")["questions"] == [question]

    def test_undo_is_the_game_masters(self, gm: Program, hiroshi: Program) -> None:
        assert hiroshi.post("undos", 403)["error"]["code"] == "missing_scope"
        assert gm.post("undos")["ok"]
        assert gm.get(f"{TABLE}/encounters") == {"encounters": {}}

    def test_dice_are_corrected(self, gm: Program, hiroshi: Program) -> None:
        hiroshi.command(id="attack-1", text="!carps attack @Benkei", actor="hiroshi")
        question = gm.get(f"{TABLE}/questions")["questions"][0]
        gm.post("answers", request=question["id"], choice=None)
        [label] = gm.get(TABLE)["cards"][-1]["recorded"]
        gm.post("corrections", command="attack-1", label=label, dice=[1])
        assert gm.get(f"{TABLE}/characters/hiroshi")["character"]["fields"]["level"] == 20

    def test_what_a_page_leads_hears_of_programs(
        self, rooftop: BridgeServer, gm: Program, hiroshi: Program
    ) -> None:
        page = Page(rooftop.address, rooftop.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps"))
        page.connect()
        ack = gm.command(verb="character.edit", args={"character": "benkei", "name": "Ben"})
        assert page.receive("batch")["seq"] == ack["seq"]
        page.close()


class TestReading:
    def test_every_answer_is_cut_down_to_the_seat(
        self, gm: Program, hiroshi: Program, program: Callable[..., Program]
    ) -> None:
        anybody = program("public", "read")
        seen = [
            (one.get(TABLE)["characters"][who]["fields"].get("rp"))
            for one in (gm, hiroshi, anybody)
            for who in ("hiroshi", "benkei")
        ]
        assert seen == [20, 20, 20, None, None, None]
        added = [
            one.get(f"{TABLE}/journal", limit=2)["entries"][1]["events"]
            for one in (gm, hiroshi, anybody)
        ]
        assert [len(events) for events in added] == [1, 0, 0]

    def test_the_journal_comes_in_pages(self, gm: Program) -> None:
        page = gm.get(f"{TABLE}/journal", after=1, limit=1)
        assert (page["more"], page["seq"]) == (True, 3)
        assert [(one["seq"], one["verb"]) for one in page["entries"]] == [(2, "character.add")]
        assert gm.get(f"{TABLE}/journal", after=3) == {"entries": [], "more": False, "seq": 3}

    def test_the_table_names_itself(self, hiroshi: Program) -> None:
        assert hiroshi.get("/tables") == {
            "tables": [
                {
                    "id": WORLD,
                    "title": "Rooftop",
                    "system": "carps",
                    "seq": 3,
                    "seat": "owner:hiroshi",
                    "scopes": ["read", "act"],
                    "led": False,
                }
            ]
        }
        keys = {one["key"] for one in hiroshi.get("/systems")["systems"]}
        assert keys >= {"carps", "ccarps", "tracks"}
        described = hiroshi.get(f"{TABLE}/description")["description"]
        assert described["command"] == "carps"

    def test_buttons_and_chances(self, gm: Program, hiroshi: Program) -> None:
        look = gm.get(f"{TABLE}/characters/hiroshi/look", target="benkei")["look"]
        assert look["actions"][0]["verb"] == "attack"
        assert look["odds"]["percent"] == "50 %"
        look = hiroshi.get(f"{TABLE}/characters/hiroshi/look", target="benkei")["look"]
        assert look["odds"] is None
        refused = hiroshi.get(f"{TABLE}/characters/benkei/look", 409)
        assert refused["error"]["code"] == "not_yours"

    @pytest.mark.parametrize(
        ("path", "status", "code"),
        [
            ("/tables/elsewhere", 404, "unknown_table"),
            (f"{TABLE}/characters/nobody", 404, "unknown_character"),
            (f"{TABLE}/actions/never-0001", 404, "unknown_action"),
            (f"{TABLE}/journal?limit=0", 400, "invalid_message"),
            (f"{TABLE}/journal?limit=x", 400, "invalid_message"),
            (f"{TABLE}/journal?since=4", 400, "invalid_message"),
            (f"{TABLE}/nothing", 404, "no_page"),
        ],
    )
    def test_what_is_not_there_is_said(
        self, hiroshi: Program, path: str, status: int, code: str
    ) -> None:
        assert hiroshi.get(path, status)["error"]["code"] == code


class TestTokens:
    @pytest.mark.parametrize(("token", "code"), [("", "missing_access"), ("guess", "wrong_access")])
    def test_nobody_comes_in_without_one(
        self, rooftop: BridgeServer, token: str, code: str
    ) -> None:
        assert Program(rooftop.address, token).get("/tables", 401)["error"]["code"] == code

    def test_nothing_is_read_before_the_token_is_known(self, rooftop: BridgeServer) -> None:
        stranger = Program(rooftop.address, "guess")
        refused = stranger.command(401, text="!carps help", unknown=1)
        assert refused["error"]["code"] == "wrong_access"
        large = {"verb": "character.edit", "args": {"name": "x" * 200_000}}
        assert stranger.command(401, **large)["error"]["code"] == "wrong_access"

    def test_a_message_may_have_as_much_as_on_the_socket(self, gm: Program) -> None:
        fields = {"abilities": ["x" * 15_000] * 15}
        args = {"character": "hiroshi", "fields": fields}
        assert gm.command(409, verb="character.edit", args=args)["error"]["code"] == "bad_field"
        refused = gm.command(413, verb="character.edit", args={**args, "more": ["x" * 20_000] * 2})
        assert refused["error"]["text"] == "The message is larger than 256 KB."

    def test_a_message_may_come_in_parts(self, gm: Program) -> None:
        def posted(size: int) -> requests.Response:
            message = json.dumps({"id": f"parts-{size:06}", "text": "!carps help"}).encode()
            parts = iter([message[:10], message[10:], b" " * (size - len(message))])
            return requests.post(
                f"{gm.base}{TABLE}/commands", data=parts, headers=gm.headers, timeout=5
            )

        assert posted(1000).json()["reply"]["title"]
        assert posted(300_000).json()["error"]["code"] == "too_large"

    def test_a_pairing_is_no_access(self, rooftop: BridgeServer) -> None:
        token = rooftop.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
        assert (
            Program(rooftop.address, token).get("/tables", 401)["error"]["code"] == "wrong_access"
        )

    @pytest.mark.parametrize(
        ("seat", "scopes", "code"),
        [
            ("gm", [], "unknown_scopes"),
            ("gm", ["write"], "unknown_scopes"),
            ("public", ["read", "act"], "scope_needs_seat"),
            ("Hiroshi", ["gm"], "scope_needs_seat"),
            ("nobody", ["read"], "unknown_character"),
        ],
    )
    def test_seat_and_scopes_go_together(
        self, rooftop: BridgeServer, gm: Program, seat: str, scopes: list[str], code: str
    ) -> None:
        with pytest.raises(words.Refusal) as refused:
            rooftop.bridge.grant(WORLD, "Deck", seat, scopes)
        assert refused.value.code == code

    def test_no_scope_no_deed(self, gm: Program, program: Callable[..., Program]) -> None:
        reader = program("gm", "read")
        assert reader.command(403, text="!carps help")["error"]["code"] == "missing_scope"
        writer = program("gm", "act")
        assert writer.get("/tables")["tables"][0]["scopes"] == ["act"]
        assert writer.get(TABLE, 403)["error"]["code"] == "missing_scope"

    def test_each_token_has_its_own_rate(self, start: Callable[..., BridgeServer]) -> None:
        rooftop = start(messages_per_second=2)
        rooftop.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
        one, other = (
            Program(rooftop.address, rooftop.bridge.grant(WORLD, name, "public", ["read"]))
            for name in ("one", "other")
        )
        for _ in range(4):
            one.get(TABLE)
        assert one.get(TABLE, 429)["error"]["code"] == "too_fast"
        other.get(TABLE)


class TestPages:
    def test_the_document_lists_every_path(self, rooftop: BridgeServer) -> None:
        document = requests.get(f"{rooftop.address}/api/v1/openapi.json", timeout=20).json()
        assert sorted(document["paths"]) == [
            "/api/v1/systems",
            "/api/v1/systems/{system}/odds",
            "/api/v1/systems/{system}/rolls",
            "/api/v1/tables",
            "/api/v1/tables/{table}",
            "/api/v1/tables/{table}/actions/{action}",
            "/api/v1/tables/{table}/answers",
            "/api/v1/tables/{table}/characters",
            "/api/v1/tables/{table}/characters/{who}",
            "/api/v1/tables/{table}/characters/{who}/look",
            "/api/v1/tables/{table}/commands",
            "/api/v1/tables/{table}/corrections",
            "/api/v1/tables/{table}/description",
            "/api/v1/tables/{table}/encounters",
            "/api/v1/tables/{table}/events",
            "/api/v1/tables/{table}/journal",
            "/api/v1/tables/{table}/questions",
            "/api/v1/tables/{table}/undos",
        ]
        fields = document["components"]["schemas"]["NewCommand"]["properties"]
        assert sorted(fields) == ["actor", "args", "id", "seen", "targets", "text", "verb"]

    def test_the_page_brings_all_its_parts(self, rooftop: BridgeServer) -> None:
        page = requests.get(f"{rooftop.address}/api/v1/docs", timeout=20)
        assert "script-src 'self'" in page.headers["Content-Security-Policy"]
        for part in ("swagger-ui.css", "swagger-ui-bundle.js", "start.js"):
            assert requests.get(f"{rooftop.address}/api/v1/docs/{part}", timeout=20).ok

    @pytest.mark.parametrize("schema", schemas.EXAMPLES)
    def test_what_the_page_proposes_is_understood(self, schema: type[Schema]) -> None:
        assert schema().validate(schemas.EXAMPLES[schema]) == {}
