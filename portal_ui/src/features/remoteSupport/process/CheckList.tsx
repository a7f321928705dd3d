import DoneIcon from '@mui/icons-material/CheckCircleOutlined';
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import type { Check } from '../../../api/remoteSupport';
import { FormSection } from '../../../core/forms/FormSection';
import { useFormat } from '../../../core/i18n/format';
import { useAction } from '../../../core/process/processContext';
import { type ChecksProps, useChecks } from './useChecks';

/** Pre-call checks: checkboxes if the user may tick them, else read-only. */
export default function CheckList({ onBusy }: ChecksProps) {
  const translate = useTranslate();
  const { checks, isChecked, setChecked } = useChecks(onBusy);
  const canCheck = useAction('check') !== undefined;
  const done = checks.filter(isChecked).length;
  return (
    <FormSection
      title="remoteSupport.checks.title"
      hint={translate('remoteSupport.checks.count', { smart_count: checks.length, done })}
    >
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, maxWidth: 720 }}>
        {checks.map((check) => (
          <Point
            key={check.id}
            check={check}
            isChecked={isChecked(check)}
            onChange={canCheck ? (isChecked) => setChecked(check.id, isChecked) : undefined}
          />
        ))}
      </Box>
    </FormSection>
  );
}

interface PointProps {
  check: Check;
  isChecked: boolean;
  onChange: ((isChecked: boolean) => void) | undefined;
}

function Point({ check: { text, at, by }, isChecked, onChange }: PointProps) {
  const id = useId();
  const format = useFormat();
  const translate = useTranslate();
  const Icon = isChecked ? DoneIcon : OpenIcon;
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, paddingBlock: 0.5 }}>
      {onChange ? (
        <Checkbox
          id={id}
          checked={isChecked}
          onChange={(_, checked) => onChange(checked)}
          sx={{ padding: 1, margin: -1, marginRight: 0 }}
          slotProps={{ input: { 'aria-describedby': `${id}-by` } }}
        />
      ) : (
        <Icon
          titleAccess={translate(`remoteSupport.checks.${isChecked ? 'ticked' : 'open'}`)}
          sx={(theme) => ({ fontSize: 20, color: isChecked ? theme.status.done.text : 'text.tertiary' })}
        />
      )}
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography
          sx={{ overflowWrap: 'anywhere', display: 'block' }}
          {...(onChange ? { component: 'label', htmlFor: id } : { component: 'span' })}
        >
          {text}
        </Typography>
        <Typography id={`${id}-by`} variant="body2" sx={{ color: 'text.tertiary', overflowWrap: 'anywhere' }}>
          {isChecked && at && by && translate('remoteSupport.checks.by', { name: by, time: format.dateTime(at) })}
        </Typography>
      </Box>
    </Box>
  );
}
