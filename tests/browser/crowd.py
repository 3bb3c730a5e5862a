"""Tokens, actors and combats that a game master makes and unmakes in the middle of a fight."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

TOKEN = "Scene.practicescene001.Token."
SERVICES = (
    "const { services } = await import('/modules/vtt-bridge/scripts/windows/base.mjs');"
    "const { leader, page } = services;"
)


def add_tokens(
    gm: Page, names: list[str], actor: str = "benkei0000000000", **more: Any
) -> list[str]:
    """Tokens of one actor that are not linked to it (or are, with `actorLink`); their ids."""
    made: list[str] = gm.evaluate(
        """async ([names, actorId, more]) => {
          const base = { actorId, actorLink: false, disposition: -1,
                         bar1: { attribute: "bars.a" }, bar2: { attribute: "bars.b" } };
          const tokens = names.map((name, at) => ({
            ...base, name, x: 260 + 130 * (at % 4), y: 240 + 110 * Math.floor(at / 4), ...more }));
          return (await game.scenes.active.createEmbeddedDocuments("Token", tokens))
            .map(({ id }) => id);
        }""",
        [names, actor, more],
    )
    return made


def add_combatants(gm: Page, tokens: list[str], initiative: int = 0, **more: Any) -> None:
    """They come into the combat that is viewed, one after the other."""
    gm.evaluate(
        """async ([ids, initiative, more]) => {
          const scene = game.scenes.active;
          for (const [at, id] of ids.entries())
            await game.combat.createEmbeddedDocuments("Combatant", [{
              tokenId: id, sceneId: scene.id, actorId: scene.tokens.get(id).actorId,
              initiative: initiative - at / 100, ...more }]);
        }""",
        [tokens, initiative, more],
    )


def state(gm: Page) -> dict[str, Any]:
    """What the leading page knows: characters by id, and encounters."""
    known: dict[str, Any] = gm.evaluate(
        f"""async () => {{ {SERVICES}
          await leader.settled();
          return {{ characters: Object.fromEntries(leader.state.characters),
                   encounters: Object.fromEntries(leader.state.encounters),
                   questions: [...leader.state.questions.values()], seq: leader.state.seq }};
        }}"""
    )
    return known


def wait_for(gm: Page, condition: str, arg: Any = None) -> None:
    """Until what the leading page knows, `state`, fulfils a condition in JavaScript."""
    for _ in range(100):
        if gm.evaluate(
            f"""async (arg) => {{ {SERVICES} const {{ state }} = leader;
              await leader.settled();
              return Boolean({condition});
            }}""",
            arg,
        ):
            return
        gm.wait_for_timeout(100)
    raise AssertionError(f"never came true: {condition}")


def aim_at(page: Page, *tokens: str) -> None:
    """Whoever is at this page targets these tokens and no others."""
    page.evaluate(
        """(ids) => {
          for (const one of [...game.user.targets]) one.setTarget(false, { releaseOthers: false });
          for (const id of ids) canvas.tokens.get(id).setTarget(true, { releaseOthers: false });
        }""",
        list(tokens),
    )
