/** What a pane may ask of its table. */
export interface TableHandle {
  /** Brings a row on screen and puts the focus into one of its cells. */
  focusCell: (index: number, cell: string) => void;
}
