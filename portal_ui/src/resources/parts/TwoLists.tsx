import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';
import type { PredefinedService } from '../../server/types';
import { useFormat } from '../../shared/format';
import { leftOf } from './predefined';

type Props = {
  title: string;
  all: readonly PredefinedService[];
  applied: readonly PredefinedService[];
  onChange: (applied: PredefinedService[]) => void;
};

/** Left what can be added by a click, right what is applied, each with a button that takes it back. */
export function TwoLists({ title, all, applied, onChange }: Props) {
  const translate = useTranslate();
  const left = leftOf(all, applied);
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Typography component="legend" variant="h3" sx={{ padding: 0, marginBottom: 1 }}>
        {title}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Side heading={translate('parts.services.available')} count={left.length} none="parts.services.noneAvailable">
          {left.map((service) => (
            <li key={service.id}>
              <ButtonBase
                onClick={() => onChange([...applied, service])}
                aria-label={translate('parts.services.add', { name: service.text })}
                sx={(theme) => ({
                  ...line,
                  width: '100%',
                  textAlign: 'start',
                  '&:hover': { backgroundColor: theme.portal.sunk },
                })}
              >
                <ServiceText service={service} />
                <AddIcon aria-hidden fontSize="small" color="action" />
              </ButtonBase>
            </li>
          ))}
        </Side>
        <Side heading={translate('parts.services.applied')} count={applied.length} none="parts.services.noneApplied">
          {applied.map((service) => (
            <Box key={service.id} component="li" sx={line}>
              <ServiceText service={service} />
              <IconButton
                size="small"
                aria-label={translate('parts.services.remove', { name: service.text })}
                onClick={() => onChange(applied.filter(({ id }) => id !== service.id))}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            </Box>
          ))}
        </Side>
      </Box>
    </Box>
  );
}

const line = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 44,
  paddingBlock: 0.5,
  paddingInline: 1.5,
} as const;

type SideProps = { heading: string; count: number; none: string; children: ReactNode };

function Side({ heading, count, none, children }: SideProps) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography id={id} variant="body2" component="p" sx={{ color: 'text.tertiary', marginBottom: 0.5 }}>
        {heading}
      </Typography>
      <Box
        component="ul"
        aria-labelledby={id}
        tabIndex={0}
        sx={(theme) => ({
          margin: 0,
          padding: 0,
          listStyle: 'none',
          height: 220,
          overflowY: 'auto',
          borderRadius: 1,
          border: `1px solid ${theme.vars.palette.divider}`,
          '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
        })}
      >
        {count > 0 ? (
          children
        ) : (
          <Box component="li" sx={{ ...line, color: 'text.tertiary' }}>
            {translate(none)}
          </Box>
        )}
      </Box>
    </Box>
  );
}

function ServiceText({ service: { text, value } }: { service: PredefinedService }) {
  const { money } = useFormat();
  return (
    <>
      <Typography component="span" sx={{ flex: 1, minWidth: 0 }}>
        {text}
      </Typography>
      <Typography component="span" variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
        {money(value)}
      </Typography>
    </>
  );
}
