import { createContext, useContext } from 'react';
import type { Cell } from './groups';
import type { RepairForm } from './useRepairForm';

/** What rows and headings use; the same object for the life of the page, so that it draws nothing again. */
export interface FormTools extends Pick<RepairForm, 'form' | 'uploads' | 'actions'> {
  askRemoveUnit: (unitId: string) => void;
  askRemoveGroup: (key: string) => void;
  addUnit: (key: string) => void;
  fold: (key: string) => void;
}

const FormToolsContext = createContext<FormTools | null>(null);
export const FormToolsProvider = FormToolsContext.Provider;

export function useFormTools(): FormTools {
  const tools = useContext(FormToolsContext);
  if (!tools) throw new Error('useFormTools is for the new repair page');
  return tools;
}

/** The id of a cell's control, by which it is focused. */
export const cellId = (unitId: string, cell: Cell | 'attachments'): string => `unit-${unitId}-${cell}`;

/** The unit and the cell of a control, from the event's target; null elsewhere. */
export function cellOf(target: EventTarget | null): { unitId: string; cell: Cell } | null {
  if (!(target instanceof HTMLElement)) return null;
  const found = /^unit-(u\d+)-(serialNumber|serviceTag|problemDescription)$/.exec(target.id);
  return found?.[1] ? { unitId: found[1], cell: found[2] as Cell } : null;
}
