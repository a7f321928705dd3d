import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import BuildIcon from '@mui/icons-material/BuildOutlined';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import HandymanIcon from '@mui/icons-material/HandymanOutlined';
import SupportIcon from '@mui/icons-material/SupportAgentOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import type { InstrumentHistory, Visit } from '../../api/instruments';
import { getChoiceName, useMeta } from '../../api/meta';
import { useTimeline } from '../../api/timeline';
import { usePreview } from '../../core/files/preview';
import { TileImage } from '../../core/files/Thumbnail';
import { DAY_MS, useFormat } from '../../core/i18n/format';
import { LocalizedLink, RouterLink, useLocalizedPath } from '../../core/routing/links';
import { useParentList } from '../../core/routing/parentList';
import { CopyChip } from '../../core/ui/CopyChip';
import { useDocumentTitle } from '../../core/ui/PageHeader';
import { StatusChip } from '../../core/ui/StatusChip';
import { pictureTile } from '../../theme/mixins';
import { findOpenVisit, isSentIn } from './summary';

const PICTURE_SIZE = 208;

/** Header of an instrument: picture, name, state and actions. */
export function InstrumentHeader({ history }: { history: InstrumentHistory }) {
  const translate = useTranslate();
  const { partName, serialNumber, category, manufacturer, visits } = history;
  const parent = useParentList();
  const open = findOpenVisit(visits);
  const serviceTag = visits.find((visit) => visit.serviceTag)?.serviceTag;
  useDocumentTitle(translate('instrumentPage.title', { model: partName, serial: serialNumber }));
  return (
    <Card
      component="section"
      aria-label={translate('instruments.hint.label', { serial: serialNumber })}
      sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, columnGap: 3, rowGap: 2, padding: 2 }}
    >
      <InstrumentPicture key={history.imageUrl} imageUrl={history.imageUrl} name={partName} />
      <Box sx={{ display: 'grid', alignContent: 'center', rowGap: 1.5, minWidth: 0, flex: '1 1 280px' }}>
        <Box>
          <Typography
            component="nav"
            variant="body2"
            aria-label={translate('instrumentPage.place')}
            sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'text.secondary' }}
          >
            {parent && (
              <LocalizedLink to={parent.to} sx={{ paddingBlock: '3px' }}>
                {parent.title}
              </LocalizedLink>
            )}
            {parent && <ChevronRightIcon aria-hidden fontSize="inherit" />}
            {translate('instrumentPage.kind', { category: category.name, manufacturer })}
          </Typography>
          <Typography
            variant="display"
            component="h1"
            sx={{ overflowWrap: 'anywhere', marginTop: 0.25, marginBottom: { xs: 1, sm: 0.25 } }}
          >
            {partName}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
            <CopyChip large value={serialNumber} />
            {serviceTag && (
              // Wraps on a phone.
              <Typography
                sx={{
                  color: 'text.secondary',
                  borderLeft: { sm: 1 },
                  borderColor: { sm: 'divider' },
                  paddingLeft: { sm: 1.5 },
                }}
              >
                {translate('instrumentPage.serviceTag', { tag: serviceTag })}
              </Typography>
            )}
          </Box>
        </Box>
        {open ? <RepairState visit={open} /> : <IdleState history={history} />}
        <Actions history={history} open={open} />
      </Box>
    </Card>
  );
}

function InstrumentPicture({ imageUrl, name }: { imageUrl: string | null; name: string }) {
  const translate = useTranslate();
  const { open } = usePreview();
  const [isBroken, setBroken] = useState(false);
  const src = isBroken ? null : imageUrl;
  return (
    <ButtonBase
      disabled={!src}
      aria-label={src ? translate('files.previewOf', { name }) : undefined}
      onClick={() => src && open({ src, name })}
      sx={(theme) => ({
        flexShrink: 0,
        width: { xs: '100%', sm: PICTURE_SIZE },
        height: { xs: PICTURE_SIZE - 48, sm: PICTURE_SIZE },
        borderRadius: `${theme.portal.cardRadius}px`,
        overflow: 'hidden',
        ...pictureTile(theme),
        color: theme.vars.palette.text.secondary,
        '& img': { width: '100%', height: '100%', objectFit: 'contain' },
      })}
    >
      {src ? <TileImage src={src} onError={() => setBroken(true)} /> : <HandymanIcon sx={{ fontSize: 64 }} />}
    </ButtonBase>
  );
}

/** Status, expected return and progress of the open repair. */
function RepairState({ visit }: { visit: Visit }) {
  const translate = useTranslate();
  const format = useFormat();
  const { data: timeline } = useTimeline(visit.request.id, Date.parse(visit.statusSince));
  const { step, stepCount, status } = visit;
  const forecast = timeline?.forecast;
  const hasRange = forecast && forecast.earliest !== forecast.latest;
  const expected = forecast && {
    day: format.shortDay(forecast.likely),
    earliest: format.shortDay(forecast.earliest),
    latest: format.shortDay(forecast.latest),
  };
  const withDays = timeline ? Math.max(0, Math.floor((Date.now() - Date.parse(timeline.since)) / DAY_MS)) : 0;
  return (
    <>
      <StateLine chip={<StatusChip tone={status.tone} label={status.value} />}>
        {translate('instrumentPage.underway', { smart_count: visit.days })}
        {forecast && ` · ${translate(`instrumentPage.${hasRange ? 'backByRange' : 'backBy'}`, expected)}`}
      </StateLine>
      {step !== null && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
          <Box aria-hidden sx={{ display: 'flex', gap: 0.5, flex: { xs: '1 1 100%', sm: '0 0 300px' } }}>
            {Array.from({ length: stepCount }, (_, index) => (
              <Box
                // biome-ignore lint/suspicious/noArrayIndexKey: the bars are identical and keep their order
                key={index}
                sx={(theme) => ({
                  flex: 1,
                  height: 6,
                  borderRadius: 1,
                  backgroundColor:
                    index + 1 < step
                      ? theme.portal.chart.done
                      : index + 1 === step
                        ? theme.vars.palette.primary.main
                        : theme.portal.buttonBorder,
                })}
              />
            ))}
          </Box>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {[
              translate('process.stepOf', { number: step, total: stepCount }),
              timeline?.holder &&
                translate(`timeline.with.party${withDays === 0 ? 'Today' : ''}`, {
                  party: timeline.holderName?.toLocaleLowerCase(),
                  smart_count: withDays,
                }),
            ]
              .filter(Boolean)
              .join(', ')}
          </Typography>
        </Box>
      )}
    </>
  );
}

/** State of an instrument without an open request. */
function IdleState({ history: { visits, replacedBy } }: { history: InstrumentHistory }) {
  const translate = useTranslate();
  const format = useFormat();
  const { choices } = useMeta();
  const last = visits.find(isSentIn);
  const [successor] = replacedBy;
  const returnedAt = last?.completedAt && last.status.tone === 'done' ? last.completedAt : null;
  if (successor) {
    return (
      <StateLine
        chip={
          <StatusChip tone="idle" label={translate('instruments.replacedBy', { serial: successor.serialNumber })} />
        }
      />
    );
  }
  if (last?.repairStatus === 'NON_REPAIRABLE') {
    return (
      <StateLine chip={<StatusChip tone="rejected" label={getChoiceName(choices.repairStatus, last.repairStatus)} />} />
    );
  }
  if (last?.isMissing) {
    return <StateLine chip={<StatusChip tone="rejected" label={translate('instrumentPage.notReceived')} />} />;
  }
  return (
    <StateLine chip={<StatusChip tone="done" label={translate('instrumentPage.inService')} />}>
      {returnedAt && translate('instrumentPage.backSince', { day: format.date(returnedAt) })}
    </StateLine>
  );
}

function StateLine({ chip, children }: { chip: ReactNode; children?: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.25, rowGap: 0.75 }}>
      {chip}
      <Typography component="p" sx={{ color: 'text.secondary' }}>
        {children}
      </Typography>
    </Box>
  );
}

/** Links to the open request and, for clients, to new requests. */
function Actions({ history, open }: { history: InstrumentHistory; open: Visit | undefined }) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const noteId = useId();
  const isClient = useMeta().pages.some((page) => page.path === 'new-repair');
  const repair = translate('instrumentPage.requestRepair');
  if (!open && !isClient) return null;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        '& > a, & > button': { flex: { xs: '1 1 auto', sm: 'none' } },
        '@media print': { display: 'none' },
      }}
    >
      {open && (
        <Button
          variant="contained"
          color="primary"
          component={RouterLink}
          to={path(`process-repair/${open.request.id}`)}
          startIcon={<ArrowForwardIcon />}
        >
          {translate('instrumentPage.openRequest', { number: open.request.number })}
        </Button>
      )}
      {isClient && !open && (
        <Button
          variant="contained"
          color="primary"
          component={RouterLink}
          to={path(`new-repair?instrument=${history.id}`)}
          startIcon={<BuildIcon />}
        >
          {repair}
        </Button>
      )}
      {isClient && (
        <Button
          component={RouterLink}
          to={path(`remote-support/new?instrument=${history.id}`)}
          startIcon={<SupportIcon />}
        >
          {translate('instrumentPage.requestSupport')}
        </Button>
      )}
      {isClient && open && (
        <>
          <Button disabled aria-describedby={noteId} startIcon={<BuildIcon />}>
            {repair}
          </Button>
          <Typography id={noteId} variant="body2" sx={{ color: 'text.secondary' }}>
            {translate('instrumentPage.alreadyInRepair')}
          </Typography>
        </>
      )}
    </Box>
  );
}
