import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useCategoryName, useRefreshParts } from '../../../api/parts';
import { SubmitDialog } from '../../../core/creation/RequestDialogs';
import type { Submission } from '../../../core/creation/useSubmission';
import { FileList } from '../../../core/files/FileRow';
import { PartLabel } from '../../parts/PartLabel';
import { buildGroupKey, findRepeatedSerials, type Groups, getUnitIds, type UnitFields } from './unitGroups';

interface ReviewDialogProps {
  groups: Groups;
  units: Readonly<Record<string, UnitFields>>;
  submission: Submission;
}

/** Confirmation dialog of a repair request with a summary and warnings. */
export function ReviewDialog({ groups, units, submission }: ReviewDialogProps) {
  const translate = useTranslate();
  const categoryName = useCategoryName();
  const { getCurrent } = useRefreshParts(
    'REPAIR',
    groups.map(({ part }) => part),
  );
  const all = getUnitIds(groups);
  const countFiles = (unitIds: readonly string[]) =>
    unitIds.reduce((sum, unitId) => sum + (units[unitId]?.attachments.length ?? 0), 0);
  const repeated = findRepeatedSerials(groups, (unitId) => units[unitId]?.serialNumber ?? '');
  const unexplained = all.filter((unitId) => !units[unitId]?.problemDescription.trim()).length;
  const files = countFiles(all);

  return (
    <SubmitDialog wide submission={submission} title={translate('newRepair.review.title')}>
      <Typography sx={{ color: 'text.secondary' }}>
        {translate('newRepair.units', { smart_count: all.length })}
        {files > 0 && ` · ${translate('newRepair.files', { smart_count: files })}`}
      </Typography>
      <FileList sx={{ my: 1 }}>
        {groups.map(({ part, unitIds }) => (
          <Box
            component="li"
            key={buildGroupKey(part)}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, py: 1 }}
          >
            <Box sx={{ flex: { xs: '1 1 100%', sm: '1 1 0' }, minWidth: 0 }}>
              <PartLabel
                imageUrl={getCurrent(part).imageUrl}
                name={part.name}
                secondary={`${part.maker} · ${categoryName(part.category)}`}
              />
            </Box>
            <Typography className="tabular" sx={{ flexShrink: 0, pl: { xs: 6.25, sm: 0 }, textAlign: { sm: 'end' } }}>
              {translate('newRepair.units', { smart_count: unitIds.length })}
              {countFiles(unitIds) > 0 && (
                <Typography variant="body2" component="span" sx={{ display: 'block', color: 'text.tertiary' }}>
                  {translate('newRepair.files', { smart_count: countFiles(unitIds) })}
                </Typography>
              )}
            </Typography>
          </Box>
        ))}
      </FileList>
      {(repeated.length > 0 || unexplained > 0) && (
        <Alert severity="warning">
          {repeated.slice(0, 5).map(({ part, serial, units: { length: times } }) => (
            <div key={`${part.id} ${serial}`}>
              {translate('newRepair.review.repeated', { serial, times, part: part.name })}
            </div>
          ))}
          {repeated.length > 5 && (
            <div>{translate('newRepair.review.moreRepeated', { smart_count: repeated.length - 5 })}</div>
          )}
          {unexplained > 0 && <div>{translate('newRepair.review.unexplained', { smart_count: unexplained })}</div>}
        </Alert>
      )}
    </SubmitDialog>
  );
}
