import CheckIcon from '@mui/icons-material/CheckCircle';
import PendingIcon from '@mui/icons-material/PendingOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type TranslateFunction, useTranslate } from 'ra-core';
import { useState } from 'react';
import {
  checklistQuery,
  countIncompleteSteps,
  formatSetupProgress,
  type SetupProblem,
  type SetupStep,
  sendTestMail,
} from '../../api/setup';
import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';
import { BackToSettingsButton } from '../../core/layout/BackToSettingsButton';
import { LocalizedLink, RouterLink, useLocalizedPath } from '../../core/routing/links';
import { ErrorState } from '../../core/ui/EmptyState';
import { useErrorMessage } from '../../core/ui/errorMessage';
import { FormColumn } from '../../core/ui/FormColumn';
import { PageHeader } from '../../core/ui/PageHeader';
import { RowsSkeleton } from '../../core/ui/Skeletons';

/** Number of steps, for the skeleton. */
const STEP_COUNT = 6;
const TEST_MAIL_POLL_MS = 2_000;
const TEST_MAIL_TIMEOUT_MS = 60_000;

const Messages = createMessagesProvider(import.meta.glob('../../../../locale/*/setupPage.json'));

/** Setup checklist: steps before clients can use the portal, with status and links. */
export default function SetupPage() {
  return (
    <Messages>
      <Checklist />
    </Messages>
  );
}

function Checklist() {
  const translate = useTranslate();
  const [sentAt, setSentAt] = useState(Number.NEGATIVE_INFINITY);
  const { data, error, refetch } = useQuery({
    ...checklistQuery,
    staleTime: 0,
    // A worker sends the test email, so its step is done a little later.
    refetchInterval: ({ state }) =>
      Date.now() - sentAt < TEST_MAIL_TIMEOUT_MS &&
      state.data?.some(({ key, problems }) => key === 'testMail' && problems.length > 0)
        ? TEST_MAIL_POLL_MS
        : false,
  });
  const missing = countIncompleteSteps(data);
  const open = data?.filter(({ problems }) => problems.length > 0) ?? [];
  const done = data?.filter(({ problems }) => problems.length === 0) ?? [];
  const next = open.find(({ problems }) => problems.some(isSolvedHere));
  return (
    <FormColumn>
      <PageHeader
        title={translate('setupPage.title')}
        subtitle={missing === undefined ? ' ' : formatSetupProgress(translate, missing)}
        back={<BackToSettingsButton />}
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <Card>
          {data ? (
            <Box component="ol" sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
              {[...open, ...done].map((step) => (
                <Step key={step.key} step={step} isNext={step === next} onTestMail={() => setSentAt(Date.now())} />
              ))}
            </Box>
          ) : (
            <Box sx={{ paddingInline: 2 }}>
              <RowsSkeleton rows={STEP_COUNT} height={45} />
            </Box>
          )}
        </Card>
      )}
    </FormColumn>
  );
}

/** Return whether the portal can solve the problem, not only explain how. */
const isSolvedHere = ({ key }: SetupProblem) => key !== 'noServer';

type StepProps = {
  step: SetupStep;
  /** First step that can be completed here: its first button is the page's main action. */
  isNext: boolean;
  onTestMail: () => void;
};

function Step({ step, isNext, onTestMail }: StepProps) {
  const isDone = step.problems.length === 0;
  const Icon = isDone ? CheckIcon : PendingIcon;
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'flex',
        alignItems: isDone ? 'center' : 'flex-start',
        gap: 1.5,
        paddingInline: 2,
        paddingBlock: isDone ? 0.5 : 2,
        'li + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
      })}
    >
      <Icon aria-hidden sx={{ fontSize: 20, color: isDone ? 'success.main' : 'text.tertiary' }} />
      {isDone ? <DoneStep step={step} onTestMail={onTestMail} /> : <OpenStep {...{ step, isNext, onTestMail }} />}
    </Box>
  );
}

/** Name of a completed step and a link to what it set up, in one line. */
function DoneStep({ step: { key, path }, onTestMail }: Omit<StepProps, 'isNext'>) {
  const translate = useTranslate();
  return (
    <Box sx={{ ...rowStyle, flex: 1, minWidth: 0 }}>
      <StepTitle stepKey={key} isDone />
      {key === 'testMail' && <TestMailButton variant="text" onSent={onTestMail} />}
      <LocalizedLink to={path} sx={{ paddingBlock: 1 }}>
        {translate(`setupPage.steps.${key}.show`)}
      </LocalizedLink>
    </Box>
  );
}

/** Problems of a step, each with a button to solve it. */
function OpenStep({ step: { key, problems }, isNext, onTestMail }: StepProps) {
  const translate = useTranslate();
  const path = useLocalizedPath();
  const facts = problems.map((problem) => translateProblem(translate, `setupPage.steps.${key}`, problem));
  const main = isNext && problems.find(isSolvedHere);
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 1 }}>
      {facts.map((fact, index) => {
        const variant = main && fact.key === main.key ? 'contained' : 'outlined';
        return (
          <Box key={fact.key} sx={{ ...rowStyle, rowGap: 2 }}>
            <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
              {index === 0 && <StepTitle stepKey={key} />}
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {fact.text}
              </Typography>
            </Box>
            {/* Without a server, the email would only be saved as a file. */}
            {key === 'testMail' && fact.key !== 'noServer' && <TestMailButton variant={variant} onSent={onTestMail} />}
            {key === 'testMail' && ['noneSent', 'noServer'].includes(fact.key) ? (
              <LocalizedLink to={fact.to} sx={{ paddingBlock: 1, marginBlock: -1 }}>
                {fact.label}
              </LocalizedLink>
            ) : (
              <Button component={RouterLink} to={path(fact.to)} variant={variant} color="primary">
                {fact.label}
              </Button>
            )}
          </Box>
        );
      })}
    </Box>
  );
}

function StepTitle({ stepKey, isDone = false }: { stepKey: string; isDone?: boolean }) {
  const translate = useTranslate();
  return (
    <Typography component="h2" variant="h3" sx={{ flex: 1 }}>
      {translate(`setupPage.steps.${stepKey}.title`)}
      <span style={visuallyHidden}>{`, ${translate(isDone ? 'setupPage.done' : 'setupPage.open')}`}</span>
    </Typography>
  );
}

function translateProblem(translate: TranslateFunction, messages: string, { key, path, count }: SetupProblem) {
  const options = { smart_count: count };
  return {
    key,
    text: translate(`${messages}.problems.${key}.text`, options),
    label: translate(`${messages}.problems.${key}.action`, options),
    to: path,
  };
}

const rowStyle = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 } as const;

/** Button to send a test email. The result is below the step, as a snackbar would cover it on a phone. */
function TestMailButton({ variant, onSent }: { variant: ButtonProps['variant']; onSent: () => void }) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const { mutate, isPending, data: isSent, error } = useMutation({ mutationFn: sendTestMail, onSuccess: onSent });
  return (
    <>
      <Button variant={variant} color="primary" loading={isPending} onClick={() => mutate()}>
        {translate('setupPage.sendMail')}
      </Button>
      <Box role="status" sx={{ order: 1, flexBasis: '100%', '&:empty': { display: 'none' } }}>
        {error ? (
          <Alert severity="error">{message(error)}</Alert>
        ) : (
          isSent !== undefined && (
            <Alert severity={isSent ? 'success' : 'warning'}>
              {translate(isSent ? 'setupPage.mailSent' : 'setupPage.mailSaved')}
            </Alert>
          )
        )}
      </Box>
    </>
  );
}
