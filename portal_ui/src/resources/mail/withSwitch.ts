/** The columns that are on after one was switched, in the order of the matrix: switched back, nothing has changed. */
export function withSwitch(on: readonly string[], column: string, isOn: boolean, order: readonly string[]): string[] {
  return order.filter((key) => (key === column ? isOn : on.includes(key)));
}
