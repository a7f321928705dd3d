/** MUI's function with a lazily created formatter, for slow phones. */
export default function buildFormatNumber(locale: string) {
  let formatter: Intl.NumberFormat | undefined;
  return (value: number) => {
    formatter ??= new Intl.NumberFormat(locale);
    return formatter.format(value);
  };
}
