import HistoryIcon from '@mui/icons-material/History';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useSearchParams } from 'react-router';
import { ColumnsStep } from '../../kernel/imports/ColumnsStep';
import type { Run } from '../../kernel/imports/types';
import { isWorking } from '../../kernel/imports/useRun';
import { WorkingStep } from '../../kernel/imports/WorkingStep';
import { useResourceMeta } from '../../server/meta';
import { DateTime } from '../../shared/DateTime';
import { RouterLink, usePath } from '../../shared/links';
import { PageHeader } from '../../shared/PageHeader';
import { CancelRun } from './CancelRun';
import { OutcomeStep } from './OutcomeStep';
import { ReviewRun } from './ReviewRun';
import { Steps } from './Steps';

/** The screen of an import: which step it is at, and that step. */
export function RunScreen({ run }: { run: Run }) {
  const translate = useTranslate();
  const path = usePath();
  const history = useResourceMeta('imports');
  const [params, setParams] = useSearchParams();
  // From the review one may go back to the columns; the address says so.
  const atColumns = run.state === 'COLUMNS' || (run.state === 'REVIEW' && params.get('step') === 'columns');
  return (
    <>
      <PageHeader
        title={translate('imports.title', { list: run.title })}
        subtitle={
          <>
            {run.fileName || translate('imports.pasted')} · <DateTime value={run.createdAt} /> · {run.by}
          </>
        }
        actions={
          history && (
            <Button component={RouterLink} to={path(history.path)} startIcon={<HistoryIcon />}>
              {translate('imports.history')}
            </Button>
          )
        }
      />
      <Steps run={run} atColumns={atColumns} />
      {isWorking(run) ? (
        <WorkingStep run={run} />
      ) : atColumns ? (
        <ColumnsStep run={run} start={<CancelRun run={run} />} onDone={() => setParams({})} />
      ) : run.state === 'REVIEW' ? (
        <ReviewRun run={run} onColumns={() => setParams({ step: 'columns' })} />
      ) : (
        <OutcomeStep run={run} />
      )}
    </>
  );
}
