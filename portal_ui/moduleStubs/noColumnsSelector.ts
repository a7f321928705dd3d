/** Stub of react-admin's unused column selector, which bundles a diacritics table. */
export const ColumnsSelectorItem = () => null;
