import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { useSearchParams } from 'react-router';
import type { Run } from '../../api/imports';
import { useResourceMeta } from '../../api/meta';
import { BackToListButton } from '../../core/routing/BackToListButton';
import { DateTime } from '../../core/ui/DateTime';
import { PageHeader } from '../../core/ui/PageHeader';
import { CancelRunButton } from './CancelRunButton';
import { ColumnsStep } from './ColumnsStep';
import { ImportSteps } from './ImportSteps';
import { OutcomeStep } from './OutcomeStep';
import { ProgressStep } from './ProgressStep';
import { ReviewRun } from './ReviewRun';
import { isWorking } from './useRun';

/** Style of the file name: on a phone, a line of its own. */
const fileStyle = {
  display: { xs: 'block', sm: 'inline' },
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: { xs: 'nowrap', sm: 'normal' },
} as const;

/** Layout of an import page: header, stepper and the current step. */
export function ImportWizard({ run }: { run: Run }) {
  const translate = useTranslate();
  const history = useResourceMeta('imports');
  const [params, setParams] = useSearchParams();
  // The review links back to the columns with ?step=columns.
  const atColumns = run.state === 'COLUMNS' || (run.state === 'REVIEW' && params.get('step') === 'columns');
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const steps = <ImportSteps {...{ run, atColumns, isPhone }} />;
  return (
    <>
      <PageHeader
        title={translate('imports.title', { list: run.title })}
        subtitle={
          <>
            {isPhone && steps}
            <Box component="span" sx={fileStyle}>
              {run.fileName || translate('imports.pasted')}
            </Box>
            <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
              {' · '}
            </Box>
            <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
              <DateTime value={run.createdAt} />
            </Box>
            {' · '}
            <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
              {run.by}
            </Box>
          </>
        }
        actions={!isPhone && steps}
        back={history && <BackToListButton list={history.path} />}
      />
      {isWorking(run) ? (
        <ProgressStep run={run} />
      ) : atColumns ? (
        <ColumnsStep run={run} start={<CancelRunButton run={run} />} onDone={() => setParams({})} />
      ) : run.state === 'REVIEW' ? (
        <ReviewRun run={run} onColumns={() => setParams({ step: 'columns' })} />
      ) : (
        <OutcomeStep run={run} />
      )}
    </>
  );
}
