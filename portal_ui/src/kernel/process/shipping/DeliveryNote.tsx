import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { dayText } from '../../../shared/newYork';
import { useProcess } from '../processContext';

interface DeliveryNoteProps {
  /** The day the courier is expected, and the last day of the confirmation window. */
  expected: string | null | undefined;
  confirmBy: string | null;
}

/** When a delivery is expected, until when it is to be confirmed, and to whose turn it is: please do. */
export function DeliveryNote({ expected, confirmBy }: DeliveryNoteProps) {
  const { record } = useProcess();
  const translate = useTranslate();
  return (
    <>
      {expected && confirmBy && (
        <Typography>
          {translate('process.delivery.expected', { day: dayText(expected), last: dayText(confirmBy) })}
        </Typography>
      )}
      {record.process.isYourTurn && <Typography>{translate('process.delivery.prompt')}</Typography>}
    </>
  );
}
