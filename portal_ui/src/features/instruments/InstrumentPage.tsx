import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useParams } from 'react-router';
import { ApiError } from '../../api/http';
import { type InstrumentHistory, useInstrumentHistory } from '../../api/instruments';
import { Thumbnail } from '../../core/files/Thumbnail';
import { useFormat } from '../../core/i18n/format';
import { RouterLink, useLocalizedPath } from '../../core/routing/links';
import { NotFound } from '../../core/routing/NotFound';
import { ParentListLink } from '../../core/routing/ParentListLink';
import { parseRecordId } from '../../core/routing/parseRecordId';
import { ErrorState } from '../../core/ui/EmptyState';
import { useErrorMessage } from '../../core/ui/errorMessage';
import { PageHeader } from '../../core/ui/PageHeader';
import { PageSkeleton } from '../../core/ui/Skeletons';
import { Timeline } from './Timeline';

/** An instrument over the years: route instrument/:id. */
export default function InstrumentPage() {
  const id = parseRecordId(useParams().id);
  return id === null ? <NoSuchInstrument /> : <Loaded id={id} />;
}

function Loaded({ id }: { id: number }) {
  const message = useErrorMessage();
  const { data, error, refetch } = useInstrumentHistory(id);
  if (error instanceof ApiError && error.status === 404) return <NoSuchInstrument />;
  if (error && !data) return <ErrorState message={message(error)} onRetry={() => void refetch()} />;
  return data ? <Page passport={data} /> : <PageSkeleton />;
}

function NoSuchInstrument() {
  const translate = useTranslate();
  return (
    <NotFound list="instruments" title={translate('instruments.notFound.title')}>
      {translate('instruments.notFound.text')}
    </NotFound>
  );
}

function Page({ passport }: { passport: InstrumentHistory }) {
  const translate = useTranslate();
  const { partName, serialNumber, clientName } = passport;
  return (
    <>
      <PageHeader
        title={translate('instruments.title', { model: partName, serial: serialNumber })}
        subtitle={clientName}
        actions={<ParentListLink list="instruments" />}
      />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 300px) minmax(0, 1fr)' },
        }}
      >
        <Card component="section" aria-label={translate('instruments.hint.label', { serial: serialNumber })}>
          <Facts passport={passport} />
        </Card>
        <Card component="section" sx={{ padding: 2 }}>
          <Typography variant="h2" sx={{ marginBottom: 2 }}>
            {translate('instruments.story')}
          </Typography>
          <Timeline visits={passport.visits} namedIn={passport.namedIn} />
        </Card>
      </Box>
    </>
  );
}

/** What the instrument is, and what its requests come to. */
function Facts({ passport }: { passport: InstrumentHistory }) {
  const translate = useTranslate();
  const { money, number } = useFormat();
  const { category, manufacturer, times, daysAway, totalCost, modelCost, modelCases } = passport;
  const facts: [string, string | null][] = [
    ['maker', manufacturer],
    ['category', category.name],
    ['times', number(times)],
    ['daysAway', translate('instruments.days', { smart_count: daysAway })],
    ['total', totalCost === undefined || totalCost === null ? null : money(totalCost)],
    ['model', modelCost ? money(modelCost) : null],
  ];
  return (
    <Box sx={{ padding: 2, display: 'grid', gap: 2 }}>
      <Thumbnail imageUrl={passport.imageUrl} name={passport.partName} />
      <Box component="dl" sx={{ margin: 0, display: 'grid', gap: 1.5 }}>
        {facts.map(
          ([key, value]) =>
            value !== null && (
              <div key={key}>
                <Typography component="dt" variant="body2" sx={{ color: 'text.tertiary' }}>
                  {translate(`instruments.${key}`)}
                </Typography>
                <Typography component="dd" sx={{ margin: 0 }} className="tabular">
                  {value}
                  {key === 'model' && modelCases && (
                    <Typography component="span" variant="body2" sx={{ color: 'text.tertiary', display: 'block' }}>
                      {translate('instruments.cases', { smart_count: modelCases })}
                    </Typography>
                  )}
                </Typography>
              </div>
            ),
        )}
      </Box>
      <RelatedInstruments word="instruments.replaces" others={passport.replaces} />
      <RelatedInstruments word="instruments.replacedBy" others={passport.replacedBy} />
    </Box>
  );
}

/** Instruments that stand in each other's place; those that were sent in themselves lead to their own page. */
function RelatedInstruments({ word, others }: { word: string; others: InstrumentHistory['replaces'] }) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  return others.map(({ id, serialNumber }) => {
    const text = translate(word, { serial: serialNumber });
    return (
      <Typography key={serialNumber}>
        {id === null ? (
          text
        ) : (
          <Link component={RouterLink} to={path(`instrument/${id}`)}>
            {text}
          </Link>
        )}
      </Typography>
    );
  });
}
