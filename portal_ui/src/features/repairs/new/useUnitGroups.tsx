import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { type SelectedPart, useCategoryName, useRefreshParts } from '../../../api/parts';
import { Thumbnail } from '../../../core/files/Thumbnail';
import type { RowGroup } from '../../../core/tables/tableTypes';
import { buildGroupKey, type Groups, getUnits, type ListActions, type Unit } from './unitGroups';

const NO_UNITS: readonly Unit[] = [];

/** Return the groups of the list: a heading per part, its units if expanded. */
export function useUnitGroups(
  groups: Groups,
  collapsed: ReadonlySet<string>,
  errors: ReadonlyMap<string, string>,
  on: ListActions,
): RowGroup<Unit>[] {
  const translate = useTranslate();
  const categoryName = useCategoryName();
  const { getCurrent, isMissing } = useRefreshParts(
    'REPAIR',
    useMemo(() => groups.map(({ part }) => part), [groups]),
  );
  return useMemo(
    () =>
      groups.map((group) => {
        const key = buildGroupKey(group.part);
        const open = !collapsed.has(key);
        const missingError = isMissing(group.part) ? translate('newRepair.partGone') : undefined;
        return {
          key,
          rows: open ? getUnits(group) : NO_UNITS,
          heading: (
            <GroupHeading
              part={getCurrent(group.part)}
              categoryName={categoryName(group.part.category)}
              count={group.unitIds.length}
              open={open}
              error={errors.get(key) ?? missingError}
              onToggle={() => on.onToggle(key)}
              onAddUnit={() => on.onAddUnit(key)}
              onRemove={() => on.onRemoveGroup(key)}
            />
          ),
        };
      }),
    [groups, collapsed, errors, on, categoryName, getCurrent, isMissing, translate],
  );
}

interface GroupHeadingProps {
  part: SelectedPart;
  categoryName: string;
  count: number;
  open: boolean;
  /** Error of the part itself. */
  error: string | undefined;
  onToggle: () => void;
  onAddUnit: () => void;
  onRemove: () => void;
}

/** Heading of a group: part, number of units, buttons to add a unit and remove all. */
function GroupHeading(props: GroupHeadingProps) {
  const { part, categoryName, count, open, error, onToggle, onAddUnit, onRemove } = props;
  const translate = useTranslate();
  const removeLabel = translate('newRepair.removeGroup.label', { part: part.name });
  return (
    <Box sx={{ textAlign: 'start' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1 }}>
        <Thumbnail imageUrl={part.imageUrl} name={part.name} />
        <Box sx={{ flex: { xs: '1 1 calc(100% - 64px)', sm: '1 1 160px' }, minWidth: 0 }}>
          <Typography variant="h2" component="h2" sx={{ lineHeight: '22px' }}>
            <ButtonBase
              onClick={onToggle}
              aria-expanded={open}
              sx={{ font: 'inherit', textAlign: 'start', borderRadius: 1, overflowWrap: 'anywhere' }}
            >
              {part.name}
              <ExpandMoreIcon
                fontSize="small"
                sx={{ ml: 0.5, color: 'text.tertiary', transform: open ? 'rotate(180deg)' : 'none' }}
              />
            </ButtonBase>
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {part.maker} · {categoryName}
          </Typography>
        </Box>
        <Box
          sx={{
            display: 'flex',
            flex: { xs: '1 1 auto', sm: '0 0 auto' },
            alignItems: 'center',
            gap: 1,
            '& > :last-child': { marginInlineStart: 'auto' },
          }}
        >
          <Chip size="small" label={translate('newRepair.units', { smart_count: count })} sx={{ borderRadius: 0.75 }} />
          <Button
            size="small"
            startIcon={<AddIcon />}
            onClick={onAddUnit}
            aria-label={translate('newRepair.addUnitOf', { part: part.name })}
          >
            {translate('newRepair.addUnit')}
          </Button>
          <Tooltip title={removeLabel}>
            <IconButton onClick={onRemove} aria-label={removeLabel}>
              <DeleteIcon />
            </IconButton>
          </Tooltip>
        </Box>
      </Box>
      {error && (
        <Alert severity="error" sx={{ marginTop: 1 }}>
          {error}
        </Alert>
      )}
    </Box>
  );
}
