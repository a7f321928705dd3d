"""Translated fields of the catalogue."""

from modeltranslation.translator import TranslationOptions, register

from portal_backend.catalogue.models import Category, CheckPoint, Part, PredefinedService, ServiceCategory


@register(Category)
class CategoryTranslation(TranslationOptions):
    """Names of categories."""

    fields = ("name",)


@register(ServiceCategory)
class ServiceCategoryTranslation(TranslationOptions):
    """Names of service categories."""

    fields = ("name",)


@register(PredefinedService)
class PredefinedServiceTranslation(TranslationOptions):
    """Texts of predefined services."""

    fields = ("text", "short_text")


@register(CheckPoint)
class CheckPointTranslation(TranslationOptions):
    """Texts of check points."""

    fields = ("text",)


@register(Part)
class PartTranslation(TranslationOptions):
    """Descriptions of parts; model names are the same in all languages."""

    fields = ("description",)
