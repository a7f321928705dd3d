import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import CheckIcon from '@mui/icons-material/CheckCircle';
import CircleIcon from '@mui/icons-material/RadioButtonUnchecked';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type TranslateFunction, useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import {
  checklistQuery,
  countIncompleteSteps,
  formatSetupProgress,
  type SetupProblem,
  type SetupStep,
  sendTestMail,
} from '../../api/setup';
import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';
import { RouterLink, useLocalizedPath } from '../../core/routing/links';
import { ErrorState } from '../../core/ui/EmptyState';
import { useErrorMessage } from '../../core/ui/errorMessage';
import { PageHeader } from '../../core/ui/PageHeader';
import { FormSkeleton } from '../../core/ui/Skeletons';

const TEST_MAIL_POLL_MS = 2_000;
const TEST_MAIL_TIMEOUT_MS = 60_000;

const Messages = createMessagesProvider({
  en: () => import('../../../../locale/en/setupPage.json'),
  es: () => import('../../../../locale/es/setupPage.json'),
});

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
  const message = useErrorMessage();
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
  return (
    <>
      <PageHeader
        title={translate('setupPage.title')}
        subtitle={missing === undefined ? ' ' : formatSetupProgress(translate, missing)}
      />
      {error && !data ? (
        <ErrorState message={message(error)} onRetry={() => refetch()} />
      ) : (
        <Card sx={{ maxWidth: 880 }}>
          {data ? (
            <Box component="ol" sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
              {data.map((step) => (
                <Step key={step.key} step={step} onTestMail={() => setSentAt(Date.now())} />
              ))}
            </Box>
          ) : (
            <Box sx={{ padding: 2 }}>
              <FormSkeleton fields={6} />
            </Box>
          )}
        </Card>
      )}
    </>
  );
}

type StepProps = { step: SetupStep; onTestMail: () => void };

function Step({ step: { key, path, problems }, onTestMail }: StepProps) {
  const translate = useTranslate();
  const messages = `setupPage.steps.${key}`;
  const done = problems.length === 0;
  const Icon = done ? CheckIcon : CircleIcon;
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1.5,
        padding: 2,
        '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
      })}
    >
      <Icon aria-hidden sx={(theme) => ({ color: done ? theme.portal.accentText : 'text.tertiary' })} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 1 }}>
        <Typography component="h2" variant="body1" sx={{ fontWeight: 'fontWeightBold' }}>
          {translate(`${messages}.title`)}
          <span style={visuallyHidden}>{`, ${translate(done ? 'setupPage.done' : 'setupPage.open')}`}</span>
        </Typography>
        {done && (
          <TextWithLink text={translate(`${messages}.done`)} to={path} label={translate(`${messages}.show`)} isDone>
            {key === 'testMail' && <TestMailButton onSent={onTestMail} />}
          </TextWithLink>
        )}
        {problems.map((problem) => (
          <TextWithLink key={problem.key} {...translateProblem(translate, messages, problem)}>
            {key === 'testMail' && <TestMailButton onSent={onTestMail} />}
          </TextWithLink>
        ))}
      </Box>
    </Box>
  );
}

function translateProblem(translate: TranslateFunction, messages: string, { key, path, count }: SetupProblem) {
  const options = { smart_count: count };
  return {
    text: translate(`${messages}.problems.${key}.text`, options),
    label: translate(`${messages}.problems.${key}.action`, options),
    to: path,
  };
}

type TextWithLinkProps = { text: string; to: string; label: string; isDone?: boolean; children?: ReactNode };

/** Text with a link, and optional buttons between them. */
function TextWithLink({ text, to, label, isDone = false, children }: TextWithLinkProps) {
  const path = useLocalizedPath();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <Typography sx={{ flex: '1 1 240px', minWidth: 0, color: 'text.secondary' }}>{text}</Typography>
      {children}
      <Button
        variant={isDone ? 'text' : 'outlined'}
        component={RouterLink}
        to={path(to)}
        endIcon={<ArrowForwardIcon />}
      >
        {label}
      </Button>
    </Box>
  );
}

/** Button to send a test email. The result is below the step, as a snackbar would cover it on a phone. */
function TestMailButton({ onSent }: { onSent: () => void }) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const { mutate, isPending, data: isSent, error } = useMutation({ mutationFn: sendTestMail, onSuccess: onSent });
  return (
    <>
      <Button variant="text" loading={isPending} onClick={() => mutate()}>
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
