import InfoIcon from '@mui/icons-material/InfoOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import TablePagination from '@mui/material/TablePagination';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { getWrongRowsExport, type Run, type Verdict } from '../../api/imports';
import { SaveErrorAlert } from '../../core/forms/SaveErrorAlert';
import { useFormat } from '../../core/i18n/format';
import { EmptyState, ErrorState } from '../../core/ui/EmptyState';
import { ExportButton } from '../../core/ui/ExportButton';
import { RowsSkeleton } from '../../core/ui/Skeletons';
import type { Corrections } from './Corrections';
import { EncodingNote } from './Encoding';
import { ReviewTable } from './ReviewTable';
import { useCorrectionsState } from './useCorrections';
import { PAGE_SIZE, useRows } from './useRows';
import { VerdictFilter } from './VerdictFilter';
import { VERDICTS } from './verdicts';

/** Filter and page of the review. */
export interface ReviewView {
  only: Verdict | null;
  /** Page index from 0. */
  page: number;
}

interface ReviewStepProps {
  run: Run;
  corrections: Corrections;
  view: ReviewView;
  onView: (view: ReviewView) => void;
  /** Verdicts that can occur in this import; all by default. */
  offered?: readonly Verdict[];
  /** Content below the rows, such as the toolbar. */
  children: ReactNode;
}

/** Review of all rows of an import: verdicts, errors and corrections in place. */
export function ReviewStep({ run, corrections, view, onView, offered = VERDICTS, children }: ReviewStepProps) {
  const translate = useTranslate();
  const { problem } = useCorrectionsState(corrections);
  const wrong = run.counts?.wrong ?? 0;
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  return (
    // On a phone the toolbar is wider than the card.
    <Card sx={{ overflow: { xs: 'visible', sm: 'clip' } }}>
      {run.error && (
        <Alert severity="warning" square>
          <AlertTitle>{translate('imports.review.notWritten')}</AlertTitle>
          {run.error.message}
        </Alert>
      )}
      <EncodingNote run={run} />
      <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 1, padding: 1.5 }}>
        {run.counts && (
          <VerdictFilter
            counts={run.counts}
            offered={offered}
            only={view.only}
            onOnly={(only) => onView({ only, page: 0 })}
          />
        )}
        <ExportButton
          path={getWrongRowsExport(run.id)}
          label={translate('imports.review.saveWrong')}
          title={translate('imports.review.wrongOf', { name: run.fileName })}
          disabled={wrong === 0}
          size="small"
          isIcon={isPhone}
        />
      </Box>
      <Notice run={run} errorsFirst={wrong > 0 && view.only === null} />
      {problem && (
        <Box sx={{ paddingInline: 1.5, paddingBottom: 1.5 }}>
          <SaveErrorAlert problem={problem} onRetry={corrections.retry} />
        </Box>
      )}
      <Rows {...{ run, corrections, view, onView }} />
      {children}
    </Card>
  );
}

/** Line above the rows: fields needed in use without values, else what the import does. */
function Notice({ run: { fields, counts }, errorsFirst }: { run: Run; errorsFirst: boolean }) {
  const translate = useTranslate();
  const { number } = useFormat();
  const warnings = fields.flatMap(({ key, label, neededInUse }) => {
    const rows = counts?.withoutValue[key] ?? 0;
    const values = { smart_count: rows, rows: number(rows), field: label };
    return rows > 0 ? [{ key, neededInUse, text: translate('imports.review.withoutValue', values) }] : [];
  });
  if (warnings.length > 0) {
    return warnings.map(({ key, text, neededInUse }) => (
      <Box key={key} role="alert" sx={noticeStyle}>
        <WarningIcon aria-hidden sx={(theme) => ({ color: theme.status.waiting.text })} />
        <span>
          <Box component="strong" sx={{ color: 'text.primary', fontWeight: 'fontWeightMedium' }}>
            {text}
          </Box>
          {/* On a phone the rows come first. */}
          <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>{` ${neededInUse}`}</Box>
        </span>
      </Box>
    ));
  }
  return (
    <Box component="p" sx={{ ...noticeStyle, margin: 0, display: { xs: 'none', sm: 'flex' } }}>
      <InfoIcon aria-hidden />
      {translate(errorsFirst ? 'imports.review.errorsFirst' : 'imports.review.nothingSaved')}
    </Box>
  );
}

const noticeStyle = {
  typography: 'body2',
  display: 'flex',
  gap: 1,
  paddingInline: 2,
  paddingBottom: 1.5,
  color: 'text.secondary',
  '& > svg': { fontSize: 20, marginBlock: '-1px' },
} as const;

function Rows({ run, corrections, view, onView }: Omit<ReviewStepProps, 'children' | 'offered'>) {
  const translate = useTranslate();
  const { number } = useFormat();
  const { data, error, refetch, isPlaceholderData } = useRows(run, view.page, view.only);
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
    return (
      <Box sx={{ paddingInline: 2, borderTop: 1, borderColor: 'divider' }}>
        <RowsSkeleton rows={10} height={{ xs: 260, sm: 49 }} />
      </Box>
    );
  }
  if (data.totalElements === 0) {
    return (
      <EmptyState role="status" icon={SearchOffIcon} title={translate('imports.review.none')}>
        {translate('imports.review.noneText')}
      </EmptyState>
    );
  }
  return (
    <Box aria-busy={isPlaceholderData} sx={isPlaceholderData ? { opacity: 0.6 } : {}}>
      <ReviewTable
        // Remount for each page and filter: the form has the values of one page only.
        key={`${data.content[0]?.number} ${data.content.length} ${view.only}`}
        {...{ run, corrections }}
        rows={data.content}
      />
      {data.totalElements > PAGE_SIZE && (
        <TablePagination
          component="div"
          count={data.totalElements}
          page={view.page}
          rowsPerPage={PAGE_SIZE}
          rowsPerPageOptions={[PAGE_SIZE]}
          onPageChange={(_, page) => onView({ ...view, page })}
          labelDisplayedRows={({ from, to, count }) =>
            translate('lists.showing', { from: number(from), to: number(to), total: number(count) })
          }
          getItemAriaLabel={(to) => translate(`ra.navigation.${to}`)}
          slotProps={{ displayedRows: { role: 'status' } }}
        />
      )}
    </Box>
  );
}
