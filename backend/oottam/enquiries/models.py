"""One model per kind of enquiry; common columns are in Request."""

import re

from django.db import models

from oottam.requests.models import Request

SENSITIVE = "Sensitive: tells of somebody's health"
UNCLEAR_AGE = 0  # also of an erased enquiry


class Subscription(models.Model):
    """A request for meals over weeks or months."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="subscription"
    )
    plan_duration = models.CharField(max_length=200)
    plan_name = models.TextField(blank=True, help_text="As it was sent: the titles of the meals")

    def __str__(self) -> str:
        return f"Subscription: {self.plan_duration}"


# The id of a meal of the weekly menu: week, meal and day.
WEEKLY_ID = re.compile(r"W(\d+)-([BLD])-((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)")


class SubscriptionMeal(models.Model):
    """One meal of a subscription as sent, with the menu's title for its id."""

    # The unique constraint has an index that begins with the subscription.
    subscription = models.ForeignKey(
        Subscription, on_delete=models.CASCADE, related_name="meals", db_index=False
    )
    position = models.PositiveSmallIntegerField(help_text="From 1, as sent")
    meal_id = models.CharField(max_length=60)
    title = models.CharField(max_length=300)
    category = models.CharField(max_length=60, blank=True)
    description = models.TextField(max_length=1000, blank=True)
    image = models.CharField(max_length=500, blank=True)
    menu_title = models.CharField(
        max_length=400, blank=True, help_text="Empty where our menus have no such meal"
    )

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(
                fields=("subscription", "position"), name="one_meal_per_position"
            ),
        )

    def __str__(self) -> str:
        return self.title

    @property
    def weekly_place(self) -> str:
        """Format as "Week 1, Monday"; "" for a meal that is not of the weekly menu."""
        match = WEEKLY_ID.fullmatch(self.meal_id)
        return f"Week {match[1]}, {match[3]}" if match else ""


class EventEnquiry(models.Model):
    """A request for catering."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="event"
    )
    event_type = models.CharField(max_length=200)
    message = models.TextField(max_length=5000, blank=True)

    def __str__(self) -> str:
        return self.event_type


class Appointment(models.Model):
    """A request to see a doctor; staff agree the date and time."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="appointment"
    )
    doctor = models.CharField(max_length=200)
    address = models.TextField(max_length=2000)

    def __str__(self) -> str:
        return f"Appointment with {self.doctor}"


class NutritionEnquiry(models.Model):
    """A nutrition question. Its text never appears in logs, URLs, lists or searches."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="nutrition"
    )
    age = models.PositiveSmallIntegerField(help_text=f"Years. {SENSITIVE}")
    dietary_goal = models.TextField(max_length=2000, help_text=SENSITIVE)
    allergies = models.TextField(max_length=2000, blank=True, help_text=SENSITIVE)
    preferred_foods = models.TextField(max_length=2000, blank=True, help_text=SENSITIVE)

    def __str__(self) -> str:
        return "Nutrition enquiry"
