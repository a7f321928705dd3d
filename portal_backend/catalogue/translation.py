"""Which names of the catalogue have a text in each language."""

from modeltranslation.translator import TranslationOptions, register

from portal_backend.catalogue.models import Category, CheckPoint, Part, PredefinedService, ServiceCategory


@register(Category)
class CategoryTranslation(TranslationOptions):
    """Category names."""

    fields = ("name",)


@register(ServiceCategory)
class ServiceCategoryTranslation(TranslationOptions):
    """Service category names."""

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
    """Descriptions of parts; their models are names and the same everywhere."""

    fields = ("description",)
