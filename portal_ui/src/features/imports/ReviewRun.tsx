import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Counts, type Run, writeRun } from '../../api/imports';
import { SaveErrorAlert } from '../../core/forms/SaveErrorAlert';
import { StickyToolbar } from '../../core/forms/StickyToolbar';
import { isRetryable } from '../../core/forms/saveError';
import { useFormat } from '../../core/i18n/format';
import { ConfirmDialog } from '../../core/ui/ConfirmDialog';
import { CancelRunButton } from './CancelRunButton';
import { ReviewStep, type ReviewView } from './ReviewStep';
import { useCorrections, useCorrectionsState } from './useCorrections';
import { useRunCall } from './useRun';
import { isVerdict } from './verdicts';

const NO_COUNTS: Counts = { create: 0, change: 0, same: 0, wrong: 0, skipped: 0, withoutValue: {} };

/** Review of an import with its confirmation dialog; nothing is written before it. */
export function ReviewRun({ run, onColumns }: { run: Run; onColumns: () => void }) {
  const translate = useTranslate();
  const { number } = useFormat();
  const corrections = useCorrections(run.id);
  const unsaved = useCorrectionsState(corrections).rows.size;
  const { execute, busy, problem, clearProblem } = useRunCall();
  const [view, setView] = useView();
  const [skips, setSkips] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const reasonId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { create, change, same, wrong } = run.counts ?? NO_COUNTS;
  const written = create + change;
  const decided = wrong === 0 || skips;

  const getReason = () => {
    if (unsaved > 0) return translate('imports.write.unsaved', { smart_count: unsaved });
    if (written === 0) return translate(wrong > 0 ? 'imports.write.allWrong' : 'imports.write.nothing');
    return decided ? null : translate('imports.write.wrong', { smart_count: wrong, wrong: number(wrong) });
  };
  const write = async () => {
    await execute(() => writeRun(run, wrong > 0));
    setConfirming(false);
  };
  const label = translate('imports.write.label', { smart_count: written, rows: number(written) });
  const secondaryActions = (
    <>
      <CancelRunButton run={run} />
      <Button variant="text" onClick={onColumns} disabled={unsaved > 0}>
        {translate('imports.review.columns')}
      </Button>
    </>
  );
  return (
    <>
      <ReviewStep {...{ run, corrections, view }} onView={setView}>
        <StickyToolbar
          // The card clips its corners; rounded ones would show the rows behind them.
          sx={{ borderRadius: 0 }}
          start={
            <>
              {!isPhone && secondaryActions}
              {wrong > 0 && written > 0 && (
                <FormControlLabel
                  label={translate('imports.write.skip', { smart_count: wrong, wrong: number(wrong) })}
                  control={<Checkbox checked={skips} onChange={(_, on) => setSkips(on)} />}
                  sx={{ marginInlineStart: { xs: 0, md: 1 }, marginInlineEnd: 0 }}
                />
              )}
            </>
          }
          problem={
            <SaveErrorAlert
              square
              problem={problem}
              onRetry={isRetryable(problem) ? write : undefined}
              onClose={clearProblem}
              busy={busy}
            />
          }
          reason={getReason()}
          reasonId={reasonId}
        >
          <Button
            variant="contained"
            color="primary"
            disabled={written === 0 || !decided || unsaved > 0}
            aria-describedby={reasonId}
            loading={busy}
            onClick={() => setConfirming(true)}
          >
            {label}
          </Button>
        </StickyToolbar>
      </ReviewStep>
      {/* On a phone the sticky toolbar has only the essential actions. */}
      {isPhone && <Box sx={{ marginTop: 1 }}>{secondaryActions}</Box>}
      <ConfirmDialog
        open={isConfirming}
        title={translate('imports.write.title', { list: run.title })}
        confirmLabel={label}
        busy={busy}
        onConfirm={write}
        onClose={() => setConfirming(false)}
      >
        <ul>
          <SummaryLine kind="create" count={create} />
          <SummaryLine kind="change" count={change} />
          <SummaryLine kind="same" count={same} />
          <SummaryLine kind="wrong" count={wrong} />
        </ul>
        {translate('imports.write.undoable')}
      </ConfirmDialog>
    </>
  );
}

/** Line with the number of rows of one verdict; hidden for 0. */
function SummaryLine({ kind, count }: { kind: 'create' | 'change' | 'same' | 'wrong'; count: number }) {
  const translate = useTranslate();
  const { number } = useFormat();
  if (count === 0) return null;
  return <li>{translate(`imports.write.lines.${kind}`, { smart_count: count, rows: number(count) })}</li>;
}

/** Return the filter and page of the review, stored in the URL. */
function useView(): [ReviewView, (view: ReviewView) => void] {
  const [params, setParams] = useSearchParams();
  const only = params.get('only');
  const page = Number(params.get('page') ?? 1);
  const view = { only: isVerdict(only) ? only : null, page: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0 };
  const setView = (next: ReviewView) =>
    setParams({ ...(next.only && { only: next.only }), ...(next.page > 0 && { page: String(next.page + 1) }) });
  return [view, setView];
}
