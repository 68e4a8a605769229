"""What staff pages share: access control, navigation, forms, URL converters, error pages."""
