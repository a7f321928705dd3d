/** As MUI's, but the formatter, which takes a phone long to make, is made once a number is to be formatted. */
export default function buildFormatNumber(locale: string) {
  let formatter: Intl.NumberFormat | undefined;
  return (value: number) => {
    formatter ??= new Intl.NumberFormat(locale);
    return formatter.format(value);
  };
}
