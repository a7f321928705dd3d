import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { ownTime } from '../../shared/newYork';
import type { GoneFile } from './fileStatus';
import { type Groups, groupOf } from './groups';
import type { SubmitProblem } from './useSubmit';

/** The draft that was found when the page was opened. */
export interface RestoredNote {
  at: Date;
  units: number;
}

type NoticesProps = {
  groups: Groups;
  restored: RestoredNote | null;
  onRestoredSeen: () => void;
  gone: readonly GoneFile[];
  onGoneSeen: () => void;
  problem: SubmitProblem | null;
  onAgain: () => void;
  onProblemSeen: () => void;
};

/** What the page has to say above the form: a draft that came back, files that did not, a submit that failed. */
export function Notices(props: NoticesProps) {
  const { groups, restored, onRestoredSeen, gone, onGoneSeen, problem, onAgain, onProblemSeen } = props;
  const translate = useTranslate();
  const closeText = translate('shared.close');
  const placeOf = ({ unitId, file }: GoneFile) => {
    const group = groupOf(groups, unitId);
    if (!group) return file.name;
    const unit = translate('newRepair.unitOf', { number: group.unitIds.indexOf(unitId) + 1, part: group.part.name });
    return `${file.name} (${unit})`;
  };
  return (
    <Box sx={{ display: 'grid', gap: 1, mb: 2, '&:empty': { display: 'none' } }}>
      {problem && (
        <Alert
          severity="error"
          onClose={problem.again ? undefined : onProblemSeen}
          closeText={closeText}
          action={problem.again && <Button onClick={onAgain}>{translate('newRepair.review.again')}</Button>}
        >
          {problem.message}
        </Alert>
      )}
      {restored && (
        <Alert severity="info" onClose={onRestoredSeen} closeText={closeText} role="status">
          {translate('newRepair.draft.restored', {
            smart_count: restored.units,
            time: ownTime(restored.at.toISOString()),
          })}
        </Alert>
      )}
      {gone.length > 0 && (
        <Alert severity="warning" onClose={onGoneSeen} closeText={closeText}>
          {translate('newRepair.draft.gone', { smart_count: gone.length, names: gone.map(placeOf).join(', ') })}
        </Alert>
      )}
    </Box>
  );
}
