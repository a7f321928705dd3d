/** Of react-admin's tables: the portal chooses columns in a menu of its own, this would bring a table of diacritics. */
export const ColumnsSelectorItem = () => null;
