import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'ra-core';

/** Lists the required fields. */
export function RequiredHelp() {
  const translate = useTranslate();
  return (
    <Tooltip
      describeChild
      title={translate('newRepair.requiredFields.text')}
      enterTouchDelay={0}
      leaveTouchDelay={8_000}
      slotProps={{ tooltip: { sx: { maxWidth: 340, whiteSpace: 'pre-line' } } }}
    >
      <IconButton aria-label={translate('newRepair.requiredFields.label')}>
        <HelpIcon />
      </IconButton>
    </Tooltip>
  );
}
