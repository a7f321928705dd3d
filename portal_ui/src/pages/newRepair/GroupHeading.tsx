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
import { memo } from 'react';
import type { ChosenPart } from '../../kernel/catalogue/catalogue';
import { Thumb } from '../../kernel/files/Thumb';
import { useFormTools } from './formContext';
import { ColumnNames, HeadingActions, HeadingBar, HeadingPiece, HeadingTitle } from './rowLayout';

type GroupHeadingProps = {
  groupKey: string;
  part: ChosenPart;
  categoryName: string;
  count: number;
  open: boolean;
  /** What is wrong with the part itself. */
  error: string | undefined;
};

/** The head of a panel: which part, how many units, one more, all away. */
export const GroupHeading = memo(function GroupHeading(props: GroupHeadingProps) {
  const { groupKey, part, categoryName, count, open, error } = props;
  const translate = useTranslate();
  const { fold, addUnit, askRemoveGroup } = useFormTools();
  const removeLabel = translate('newRepair.removeGroup.label', { part: part.name });
  return (
    <HeadingPiece open={open}>
      <HeadingBar>
        <Thumb imageUrl={part.imageUrl} name={part.name} />
        <HeadingTitle>
          <Typography variant="h2" component="h2" sx={{ lineHeight: '22px' }}>
            <ButtonBase
              onClick={() => fold(groupKey)}
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
        </HeadingTitle>
        <HeadingActions>
          <Chip size="small" label={translate('newRepair.units', { smart_count: count })} sx={{ borderRadius: 0.75 }} />
          <Button
            size="small"
            startIcon={<AddIcon />}
            onClick={() => addUnit(groupKey)}
            aria-label={translate('newRepair.addUnitOf', { part: part.name })}
          >
            {translate('newRepair.addUnit')}
          </Button>
          <Tooltip title={removeLabel}>
            <IconButton onClick={() => askRemoveGroup(groupKey)} aria-label={removeLabel}>
              <DeleteIcon />
            </IconButton>
          </Tooltip>
        </HeadingActions>
      </HeadingBar>
      {error && (
        <Alert severity="error" sx={{ mx: 2, mb: 1.5 }}>
          {error}
        </Alert>
      )}
      {open && (
        <ColumnNames aria-hidden="true">
          <Box sx={{ gridArea: 'part' }} />
          <Box sx={{ gridArea: 'serial' }}>
            {translate('newRepair.serialNumber')}
            <Box component="span" sx={{ color: 'error.main' }}>
              {' *'}
            </Box>
          </Box>
          <Box sx={{ gridArea: 'tag' }}>{translate('newRepair.serviceTag')}</Box>
          <Box sx={{ gridArea: 'problem' }}>{translate('newRepair.problem')}</Box>
          <Box sx={{ gridArea: 'files' }}>{translate('newRepair.attachments')}</Box>
        </ColumnNames>
      )}
    </HeadingPiece>
  );
});
