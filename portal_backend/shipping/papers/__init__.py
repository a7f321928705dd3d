"""The papers that go with a shipment, as one PDF in the reader's language and in English (docs/decisions/0026)."""
