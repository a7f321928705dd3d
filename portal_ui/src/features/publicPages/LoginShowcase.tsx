import BuildIcon from '@mui/icons-material/BuildOutlined';
import PartsIcon from '@mui/icons-material/Inventory2Outlined';
import SupportIcon from '@mui/icons-material/SupportAgentOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { DAY_MS, useFormat } from '../../core/i18n/format';
import { StatusChip } from '../../core/ui/StatusChip';
import { InstrumentDrawing } from './InstrumentDrawing';

const TILE_SIZE = 40;
const MAX_WIDTH = 560;

/** Fictitious instruments, as a client sees its own. */
const SAMPLE = [
  {
    model: 'identiFINDER R400',
    serial: 'IR4-653259',
    status: 'diagnostics',
    tone: 'idle',
    days: 40,
    drawing: 'handheld',
  },
  { model: 'SN33-N', serial: 'SN33N-571', status: 'repair', tone: 'idle', days: 22, drawing: 'backpack' },
  { model: 'PM1703MO-1', serial: '871905', status: 'returning', tone: 'moving', days: 4, drawing: 'pager' },
] as const;

const SERVICES = [
  { key: 'repairs', Icon: BuildIcon },
  { key: 'parts', Icon: PartsIcon },
  { key: 'support', Icon: SupportIcon },
] as const;

/** Introduction of the portal: claim, sample of instruments and the three services. */
export function LoginShowcase() {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', alignContent: 'center', gap: 2, maxWidth: MAX_WIDTH }}>
      <Box>
        <Typography variant="h5" component="p">
          {translate('login.promise')}
        </Typography>
        <Typography variant="h6" component="p" sx={{ color: 'text.secondary', marginTop: 1 }}>
          {translate('login.pitch')}
        </Typography>
      </Box>
      <SampleCard />
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { sm: 'repeat(3, 1fr)' },
          margin: 0,
          marginTop: 1,
          padding: 0,
          listStyle: 'none',
        }}
      >
        {SERVICES.map(({ key, Icon }) => (
          <li key={key}>
            <Icon aria-hidden sx={{ fontSize: 20, color: 'primary.main' }} />
            <Typography variant="h3" component="p">
              {translate(`login.services.${key}.title`)}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {translate(`login.services.${key}.text`)}
            </Typography>
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** Sample for sighted users only; screen readers would present it as facts. */
function SampleCard() {
  const translate = useTranslate();
  const format = useFormat();
  return (
    <Card aria-hidden sx={{ paddingInline: { xs: 2, sm: 2.5 }, paddingBlock: 1.5 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', paddingBottom: 1 }}>
        <Typography variant="h3" component="p">
          {translate('login.sample.title')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}>
          {translate('login.sample.expected')}
        </Typography>
      </Box>
      {SAMPLE.map(({ model, serial, status, tone, days, drawing }) => (
        <Box
          key={serial}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: { xs: 1, sm: 1.5 },
            paddingBlock: 1.25,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <Tile drawing={drawing} />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="h3" component="p">
              {model}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {serial}
            </Typography>
          </Box>
          <StatusChip tone={tone} label={translate(`login.sample.${status}`)} />
          <Typography className="tabular" sx={{ minWidth: 56, textAlign: 'end', display: { xs: 'none', sm: 'block' } }}>
            {format.monthAndDay(new Date(Date.now() + days * DAY_MS))}
          </Typography>
        </Box>
      ))}
    </Card>
  );
}

function Tile({ drawing }: { drawing: (typeof SAMPLE)[number]['drawing'] }) {
  return (
    <Box
      sx={(theme) => ({
        flexShrink: 0,
        width: TILE_SIZE,
        height: TILE_SIZE,
        display: 'grid',
        placeItems: 'center',
        borderRadius: 1,
        color: 'text.secondary',
        backgroundColor: theme.portal.recessed,
      })}
    >
      <InstrumentDrawing name={drawing} />
    </Box>
  );
}
