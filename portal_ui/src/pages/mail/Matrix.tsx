import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { tableStyle } from '../../kernel/list/tableStyle';
import { choiceName, useMeta } from '../../server/meta';
import { type Category, type Edits, type Rule, type SwitchName, shown, switches, switchNames } from './rules';

type Props = {
  category: Category;
  edits: Edits;
  onThrow: (rule: Rule, name: SwitchName, on: boolean) => void;
};

/** A row a status or action, a switch a role; on a phone a card a row. */
export function Matrix({ category, edits, onThrow }: Props) {
  const translate = useTranslate();
  const id = useId();
  const { choices } = useMeta();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const roleOf = (name: SwitchName) => choiceName(choices.roles, switches[name]);
  const toggle = (rule: Rule, name: SwitchName) => (
    <Switch
      checked={shown(rule, edits)[name]}
      onChange={(event) => onThrow(rule, name, event.target.checked)}
      slotProps={{ input: { 'aria-label': translate('mail.switch', { role: roleOf(name), row: rule.label }) } }}
    />
  );
  if (phone) {
    return category.settings.map((rule) => (
      <Box
        key={rule.id}
        role="group"
        aria-labelledby={`${id}-${rule.id}`}
        sx={{ padding: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        <Typography id={`${id}-${rule.id}`} component="h2" variant="h3">
          {rule.label}
        </Typography>
        {switchNames.map((name) => (
          <FormControlLabel
            key={name}
            labelPlacement="start"
            label={roleOf(name)}
            control={toggle(rule, name)}
            sx={{ display: 'flex', justifyContent: 'space-between', marginInline: 0 }}
          />
        ))}
      </Box>
    ));
  }
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box
        component="table"
        aria-label={category.name}
        sx={(theme) => ({
          ...tableStyle(theme),
          '& th, & td:last-child': { width: 'auto' },
          '& td': { height: 48 },
          '& .switch': { textAlign: 'center', width: 140, whiteSpace: 'normal' },
          '& tbody th': {
            ...theme.typography.subtitle1,
            height: 48,
            color: theme.vars.palette.text.primary,
            whiteSpace: 'normal',
          },
        })}
      >
        <thead>
          <tr>
            <th scope="col">{translate('mail.occasion')}</th>
            {switchNames.map((name) => (
              <th key={name} scope="col" className="switch">
                {roleOf(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {category.settings.map((rule) => (
            <tr key={rule.id}>
              <th scope="row">{rule.label}</th>
              {switchNames.map((name) => (
                <td key={name} className="switch">
                  {toggle(rule, name)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
