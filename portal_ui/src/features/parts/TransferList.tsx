import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import type { PredefinedService } from '../../api/types';
import { useFormat } from '../../core/i18n/format';

type Services = readonly PredefinedService[];
type Props = { title: string; all: Services; applied: Services; onChange: (applied: PredefinedService[]) => void };

/** Transfer list of services: available on the left, applied on the right. A click moves one. */
export function TransferList({ title, all, applied, onChange }: Props) {
  const unapplied = all.filter(({ id }) => !applied.some((item) => item.id === id));
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Typography component="legend" variant="h3" sx={{ padding: 0, marginBottom: 1 }}>
        {title}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Side {...available} services={unapplied} onMove={(service) => onChange([...applied, service])} />
        <Side
          {...appliedSide}
          services={applied}
          onMove={(service) => onChange(applied.filter(({ id }) => id !== service.id))}
        />
      </Box>
    </Box>
  );
}

const available = { heading: 'available', none: 'noneAvailable', move: 'add', Icon: AddIcon };
const appliedSide = { heading: 'applied', none: 'noneApplied', move: 'remove', Icon: CloseIcon };

type SideProps = typeof available & { services: Services; onMove: (service: PredefinedService) => void };

function Side({ heading, none, move, Icon, services, onMove }: SideProps) {
  const translate = useTranslate();
  const { money } = useFormat();
  const id = useId();
  const t = (key: string, args = {}) => translate(`parts.services.${key}`, args);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography id={id} variant="body2" component="p" sx={{ color: 'text.tertiary', marginBottom: 0.5 }}>
        {t(heading)}
      </Typography>
      <Box component="ul" aria-labelledby={id} tabIndex={0} sx={sideStyle}>
        {services.length === 0 && <li className="line none">{t(none)}</li>}
        {services.map((service) => (
          <li key={service.id}>
            <ButtonBase className="line" onClick={() => onMove(service)} aria-label={t(move, { name: service.text })}>
              <Typography component="span" sx={{ flex: 1, minWidth: 0 }}>
                {service.text}
              </Typography>
              <Typography component="span" variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
                {money(service.value)}
              </Typography>
              <Icon aria-hidden fontSize="small" color="action" />
            </ButtonBase>
          </li>
        ))}
      </Box>
    </Box>
  );
}

const sideStyle = (theme: Theme) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  height: 220,
  overflowY: 'auto',
  borderRadius: 1,
  border: `1px solid ${theme.vars.palette.divider}`,
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& .line': {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    width: '100%',
    minHeight: 44,
    padding: theme.spacing(0.5, 1.5),
    textAlign: 'start',
  },
  '& button.line:hover': { backgroundColor: theme.portal.recessed },
  '& .none': { color: theme.portal.text3 },
});
