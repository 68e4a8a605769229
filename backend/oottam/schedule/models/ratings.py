"""What customers say of their meals."""

from django.db import models

from oottam.core.fields import NumberField
from oottam.schedule.choices import Score
from oottam.schedule.models.plans import Serving


class MealRating(models.Model):
    """How a customer liked a delivered meal; the last tap counts."""

    serving = models.OneToOneField(
        Serving, on_delete=models.CASCADE, primary_key=True, related_name="rating"
    )
    score = NumberField(Score)
    words = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.score} for {self.serving_id}"
