"""Django's tag `url`, which adds the organization of the current request. It is built in: templates need not load it."""

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as parsed
from django.utils.html import conditional_escape

from people.addresses import address, in_organization

register = template.Library()


class AddressNode(URLNode):
    """`{% url name ... organization=slug %}` leads into another organization."""

    def render(self, context: Context) -> str:
        name = self.view_name.resolve(context)
        if not in_organization(name):
            return super().render(context)
        arguments = [argument.resolve(context) for argument in self.args]
        parts = {key: part.resolve(context) for key, part in self.kwargs.items()}
        link = address(name, *arguments, **parts)
        if self.asvar:
            context[self.asvar] = link
            return ""
        return conditional_escape(link) if context.autoescape else link


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    node = parsed(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)
