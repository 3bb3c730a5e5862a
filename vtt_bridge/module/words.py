"""Every sentence about putting the module into Foundry's folder."""


def not_foundry(path: str) -> str:
    return (
        f"{path} is not Foundry's folder: neither it nor its Data has modules, systems and worlds; "
        "Foundry shows the path of its user data in its set-up."
    )


def not_the_module(path: str) -> str:
    return f"{path} is there, but is not this module; move it away first."


def module_is_link(path: str) -> str:
    return f"{path} is a link to another folder; remove the link first, or update that folder."


def module_not_installed(path: str, why: str) -> str:
    return (
        f"The module cannot be put into {path} ({why}), and nothing was changed; "
        "stop Foundry if it runs, see that the disk has room, and try again."
    )
