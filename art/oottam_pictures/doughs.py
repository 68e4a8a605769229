"""How each dough and batter looks when it has become a round."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Look:
    """Colours and surface of a round: light and dark dough, char, and how much of each."""

    light: str
    dark: str
    char: str
    charred: float = 0.5
    spots: float = 5.5
    wave: float = 0.05
    thickness: float = 0.035
    spiral: float = 0.0
    cracks: float = 0.0
    flecks: tuple[tuple[str, float], ...] = ()
    fleck_scale: float = 17
    ragged: float = 0.035
    crisp: str = ""
    detail: int = 1


LOOKS = {
    "phulka": Look("#F3DDB6", "#DDB985", "#7A431C", 0.5, 8, 0.05),
    "ragi-roti": Look(
        "#A57C66",
        "#74503F",
        "#33201A",
        0.42,
        9,
        0.03,
        0.09,
        cracks=1.0,
        flecks=(("#4E8A2E", 0.4), ("#E8D6CC", 0.42)),
        fleck_scale=21,
        ragged=0.16,
        detail=2,
    ),
    "multigrain-chapati": Look(
        "#E6C592",
        "#CFA066",
        "#7A4418",
        0.42,
        9,
        0.05,
        flecks=(("#4A2C16", 0.46), ("#FBF0D2", 0.42), ("#8A5A2A", 0.38)),
        fleck_scale=46,
        detail=3,
    ),
    "methi-thepla": Look("#DDB45A", "#BE8A34", "#6E3C14", 0.4, 6, 0.03, flecks=(("#3F6A22", 0.17),)),
    "jowar-roti": Look("#EFE3CC", "#D6C3A2", "#8A6440", 0.35, 5, 0.02, 0.06, cracks=0.8),
    "paneer-paratha": Look("#E9C588", "#C99048", "#7A3E14", 0.6, 5, 0.03, 0.07, flecks=(("#4E7A2E", 0.36),)),
    "sattu-paratha": Look("#DDB072", "#B57C3C", "#5E2E10", 0.6, 5, 0.03, 0.07, flecks=(("#8A5A2A", 0.32),)),
    "egg-wrap": Look("#F3D98A", "#DDA948", "#8A4E1C", 0.45, 6, 0.03),
    "adai": Look(
        "#DDA040", "#B4701E", "#6E3410", 0.55, 8, 0.03, 0.055, flecks=(("#A8321A", 0.36), ("#3F6A22", 0.38))
    ),
    "pesarattu": Look(
        "#A6AE52", "#7C8A30", "#5E4A18", 0.45, 8, 0.02, 0.04, spiral=0.4, flecks=(("#3F6A22", 0.36),)
    ),
    "masala-omelette": Look(
        "#F3C95A",
        "#DDA03A",
        "#8A4E1A",
        0.62,
        4.5,
        0.05,
        0.05,
        flecks=(("#4E8A2E", 0.36), ("#C8301C", 0.44)),
        ragged=0.08,
        crisp="#A8661E",
        detail=2,
    ),
    "egg-white": Look(
        "#FFFDF6",
        "#FBF3E0",
        "#E3C08A",
        0.3,
        5,
        0.07,
        0.08,
        ragged=0.1,
        crisp="#E6CC9C",
        detail=2,
    ),
}
