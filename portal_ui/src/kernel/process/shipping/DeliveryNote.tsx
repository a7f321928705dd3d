import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useFormat } from '../../../shared/format';
import { useProcess } from '../processContext';

interface DeliveryNoteProps {
  /** The day the courier is expected, and the last day of the confirmation window. */
  expected: string | null | undefined;
  confirmBy: string | null;
}

/** When a delivery is expected, until when it is to be confirmed, and to whose turn it is: please do. Or when it ended. */
export function DeliveryNote({ expected, confirmBy }: DeliveryNoteProps) {
  const format = useFormat();
  const { record } = useProcess();
  const translate = useTranslate();
  if (record.completedAt) {
    return (
      <Typography>{translate('process.delivery.closed', { time: format.dateTime(record.completedAt) })}</Typography>
    );
  }
  return (
    <>
      {expected && confirmBy && (
        <Typography>
          {translate('process.delivery.expected', { day: format.day(expected), last: format.day(confirmBy) })}
        </Typography>
      )}
      {record.process.isYourTurn && <Typography>{translate('process.delivery.prompt')}</Typography>}
    </>
  );
}
