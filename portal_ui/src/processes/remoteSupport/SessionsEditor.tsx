import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { savedState } from '../../kernel/process/FormPane';
import { Pane } from '../../kernel/process/Pane';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { useRecordForm } from '../../kernel/process/useRecordForm';
import { useProcessSave } from '../../kernel/process/useRecordWriter';
import { DraftNote, SavedState } from '../../kernel/saving/DraftNote';
import { applyServerErrors } from '../../kernel/saving/serverErrors';
import { useIdempotencyKey } from '../../kernel/saving/useIdempotencyKey';
import { sessionRemoval, sessionWrite } from './calls';
import { SessionCard } from './SessionCard';
import {
  emptySession,
  nameOf,
  type SessionFields,
  type SessionPath,
  type SessionsForm,
  sessionsFormOf,
  sessionsProblems,
} from './sessions';
import type { RemoteSupport } from './types';

const NEW = -1;

interface SessionsEditorProps {
  title: string;
  actions: ReactNode;
  canSave: boolean;
}

/** The sessions as forms, each saved and deleted by itself, and one new one at a time. */
export function SessionsEditor({ title, actions, canSave }: SessionsEditorProps) {
  const { record } = useProcess<RemoteSupport>();
  const { run } = useProcessSave();
  const translate = useTranslate();
  const rows = record.serviceReviewSessions;
  const mayDelete = useAction('delete_session') !== undefined && canSave;
  // The review is over: what it came to keeps one session at least.
  const canDelete = mayDelete && (rows.length > 1 || record.status.key === 'SERVICE_REVIEW');
  const sessions = useRecordForm<RemoteSupport, SessionsForm>({
    valuesOf: sessionsFormOf,
    problemsOf: sessionsProblems,
    labelOf: (path) => translate(`remoteSupport.session.${path.split('.').at(-1)}`, { _: '' }),
  });
  const { form, saved, markSaved } = sessions;
  const keyOf = useIdempotencyKey();
  const isOpen = form.watch('fresh.open');

  /** Forgets what was typed into the new session. */
  const closeFresh = () => form.resetField('fresh', { defaultValue: emptySession() });

  const save = (id: number, path: SessionPath, fields: SessionFields) => {
    const sent = { ...fields };
    void run(sessionWrite(record, id, sent, keyOf([id, sent])), {
      done: 'remoteSupport.session.saved',
      place: (error) => applyServerErrors(form, error, (field) => (field in sent ? `${path}.${field}` : null)),
      onSaved: () => {
        if (id === NEW) return closeFresh();
        markSaved({ ...saved(), saved: { ...saved().saved, [nameOf(id)]: sent } });
      },
    });
  };
  const remove = (id: number) => run(sessionRemoval(id), { done: 'remoteSupport.session.deleted' });

  return (
    <Pane title={title} actions={actions} bar={{ secondary: <SavedState state={savedState(sessions)} /> }}>
      <FormProvider {...form}>
        <DraftNote form={sessions} square />
        <Box sx={{ paddingInline: 2, paddingBottom: 3, display: 'grid', gap: 2 }}>
          {rows.length === 0 && !isOpen && <NoSessions />}
          {rows.map(({ id }, index) => (
            <SessionCard
              key={id}
              path={`saved.${nameOf(id)}`}
              title={translate('remoteSupport.session.number', { number: index + 1 })}
              canSave={canSave}
              onSave={(fields) => save(id, `saved.${nameOf(id)}`, fields)}
              onDelete={canDelete ? () => remove(id) : undefined}
            />
          ))}
          {isOpen && (
            <SessionCard
              path="fresh"
              title={translate('remoteSupport.session.fresh')}
              canSave={canSave}
              onSave={(fields) => save(NEW, 'fresh', fields)}
              onDelete={closeFresh}
            />
          )}
          {canSave && !isOpen && (
            <div>
              <Button
                startIcon={<AddIcon />}
                onClick={() => form.setValue('fresh', emptySession(true), { shouldDirty: true })}
              >
                {translate('remoteSupport.session.add')}
              </Button>
            </div>
          )}
        </Box>
      </FormProvider>
    </Pane>
  );
}

/** In place of sessions where there is none. */
export function NoSessions() {
  const translate = useTranslate();
  return <Typography sx={{ color: 'text.secondary' }}>{translate('remoteSupport.session.none')}</Typography>;
}
