"""The pattern of right-to-left letters; separate from direction.py, as labels are drawn without Django."""

import re

RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
