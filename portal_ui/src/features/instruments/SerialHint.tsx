import Box from '@mui/material/Box';
import { useWatch } from 'react-hook-form';
import { useSerialHint } from '../../api/instruments';
import { useDebounced } from '../../core/ui/useDebounced';
import { HintLines } from './HintLines';

const DEBOUNCE_MS = 500;

interface SerialHintProps {
  partId: number;
  /** Form name of the serial number field. */
  field: string;
}

/** Hints about a serial number while it is typed (debounced). */
export function SerialHint({ partId, field }: SerialHintProps) {
  const typed = String(useWatch({ name: field }) ?? '').trim();
  const rested = useDebounced(typed, DEBOUNCE_MS);
  const { data } = useSerialHint(partId, rested);
  return <Box role="status">{data && rested === typed && <HintLines hint={data} serialNumber={rested} />}</Box>;
}
