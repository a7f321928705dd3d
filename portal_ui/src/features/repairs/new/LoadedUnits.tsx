import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useEffect, useId, useState } from 'react';
import { putColumns, type Run } from '../../../api/imports';
import type { SelectedPart } from '../../../api/parts';
import { StickyToolbar } from '../../../core/forms/StickyToolbar';
import { EmptyState, ErrorState } from '../../../core/ui/EmptyState';
import { useNotifyError } from '../../../core/ui/errorMessage';
import { TextSkeleton } from '../../../core/ui/Skeletons';
import { ColumnsStep } from '../../imports/ColumnsStep';
import { fetchAllRows } from '../../imports/fetchAllRows';
import { ProgressStep } from '../../imports/ProgressStep';
import { ReviewStep, type ReviewView } from '../../imports/ReviewStep';
import { useCorrections, useCorrectionsState } from '../../imports/useCorrections';
import { isWorking, useRun, useRunCall } from '../../imports/useRun';
import { type LoadedUnit, needsPart, toLoadedUnits } from './loadedUnitRows';

interface LoadedUnitsProps {
  id: number;
  /** Part of all rows if no column names one. */
  part: SelectedPart | undefined;
  maxUnits: number;
  onLoad: (units: readonly LoadedUnit[]) => void;
  onAgain: () => void;
}

/** Steps of an import after the upload: progress, column mapping and review. */
export function LoadedUnits({ id, part, ...handlers }: LoadedUnitsProps) {
  const translate = useTranslate();
  const { data: run, error, refetch } = useRun(id);
  const isSettingPart = usePartForAll(run, part);
  if (!run) {
    return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <TextSkeleton lines={6} />;
  }
  if (isWorking(run) || isSettingPart)
    return <ProgressStep run={{ ...run, state: isSettingPart ? 'CHECKING' : run.state }} isEmbedded />;
  if (run.state === 'COLUMNS')
    return <ColumnsStep run={run} start={<ChooseAgainButton onAgain={handlers.onAgain} />} />;
  if (run.state === 'REVIEW') return <Review run={run} {...handlers} />;
  return (
    <EmptyState
      role="alert"
      failed
      icon={ErrorIcon}
      title={translate('imports.failed.title')}
      action={<ChooseAgainButton onAgain={handlers.onAgain} />}
    >
      {run.error?.message}
    </EmptyState>
  );
}

function ChooseAgainButton({ onAgain }: Pick<LoadedUnitsProps, 'onAgain'>) {
  return <Button onClick={onAgain}>{useTranslate()('imports.units.again')}</Button>;
}

/** Set the chosen part for all rows if no column names one; returns true meanwhile. */
function usePartForAll(run: Run | undefined, part: SelectedPart | undefined): boolean {
  const { execute, busy } = useRunCall();
  const [isAttempted, setAttempted] = useState(false);
  const lacks = part !== undefined && run !== undefined && !isAttempted && needsPart(run);
  useEffect(() => {
    if (!lacks) return;
    setAttempted(true);
    const { sheet, headerRow, columns } = run;
    void execute(() =>
      putColumns(run, {
        sheet,
        headerRow,
        columns: columns.map(({ index, field }) => ({ index, field })),
        fixed: { ...run.fixed, part: `${part.maker} ${part.number ?? part.name}` },
      }),
    );
  }, [lacks, run, part, execute]);
  return lacks || busy;
}

/** Row filters of the review; an import only adds units and never changes one. */
const SELECTABLE_VERDICTS = ['WRONG', 'CREATE'] as const;

function Review({ run, maxUnits, onLoad, onAgain }: Omit<LoadedUnitsProps, 'id' | 'part'> & { run: Run }) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const corrections = useCorrections(run.id);
  const unsaved = useCorrectionsState(corrections).rows.size;
  const [view, setView] = useState<ReviewView>({ only: null, page: 0 });
  const [busy, setBusy] = useState(false);
  const reasonId = useId();
  const { create = 0, wrong = 0 } = run.counts ?? {};
  const loadCount = Math.min(create, maxUnits);

  const getReason = () => {
    if (unsaved > 0) return translate('imports.write.unsaved', { smart_count: unsaved });
    if (create > maxUnits) return translate('imports.units.noRoom', { smart_count: maxUnits });
    return wrong > 0 ? translate('imports.units.wrong', { smart_count: wrong }) : null;
  };
  const load = async () => {
    setBusy(true);
    try {
      onLoad(toLoadedUnits(await fetchAllRows(run, loadCount)));
    } catch (error) {
      notifyError(error);
      setBusy(false);
    }
  };
  return (
    <ReviewStep {...{ run, corrections, view }} offered={SELECTABLE_VERDICTS} onView={setView}>
      <StickyToolbar
        start={<ChooseAgainButton onAgain={onAgain} />}
        reason={getReason()}
        reasonId={reasonId}
        // Sticks to the edge of the dialog: otherwise rows are visible below the toolbar.
        sx={(theme) => ({ bottom: theme.spacing(-1) })}
      >
        <Button
          variant="contained"
          color="primary"
          disabled={loadCount === 0 || unsaved > 0}
          loading={busy}
          aria-describedby={reasonId}
          onClick={load}
        >
          {translate('imports.units.take', { smart_count: loadCount })}
        </Button>
      </StickyToolbar>
    </ReviewStep>
  );
}
