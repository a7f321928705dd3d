import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import { useMeta } from '../../api/meta';
import { readSession } from '../../api/session';
import type { ResourceMeta } from '../../api/types';
import type { FormValues, ResourceRecord } from '../../core/forms/resource/formValues';
import { ResourceForm } from '../../core/forms/resource/ResourceForm';
import { useUnsavedForms } from '../../core/forms/unsavedForms';
import { getUserInputs } from './userInputs';
import type { UserCard, UserRow } from './useUserRow';

type Props = {
  row: UserRow;
  onRenamed: (username: string) => void;
  onSaved: () => void;
  /** Cards below, rendered once all forms are loaded, so that none moves. */
  children?: ReactNode;
};

/** Cards of a user, in the server's order. */
export function UserCards({ row, onRenamed, onSaved, children }: Props) {
  const [readCards, setReadCards] = useState<readonly string[]>([]);
  const { resources } = useMeta();
  const notify = useNotify();

  const handleSaved = ({ resource }: UserCard, record: ResourceRecord, sent: FormValues) => {
    notify(getSavedMessage(resource, sent), { type: 'success' });
    if (isAccount(resource) && record.username !== row.username) onRenamed(String(record.username));
    onSaved();
  };

  return (
    <>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {row.cards.map((card, index) => {
          const resource = resources.find(({ name }) => name === card.resource);
          if (!resource) return null;
          if (card.id === null) return <EmptyCard key={card.resource} resource={resource} />;
          return (
            <UserForm
              key={`${card.resource}/${card.id}`}
              resource={resource}
              id={card.id}
              inlineToolbar={index > 0}
              onSaved={(record, sent) => handleSaved(card, record, sent)}
              onRead={() => setReadCards((read) => [...read, card.resource])}
            />
          );
        })}
      </Box>
      {row.cards.every(({ resource, id }) => id === null || readCards.includes(resource)) && children}
    </>
  );
}

type FormProps = {
  resource: ResourceMeta;
  id: number;
  inlineToolbar: boolean;
  onSaved: (record: ResourceRecord, sent: FormValues) => void;
  onRead: () => void;
};

function UserForm({ resource, id, inlineToolbar, onSaved, onRead }: FormProps) {
  const translate = useTranslate();
  const unsaved = useUnsavedForms();
  /**
   * Return why a save is blocked, or null. A new username or organization replaces the page or its cards, which would
   * lose other unsaved changes.
   */
  const getBlockedReason = (values: FormValues, before: FormValues) => {
    const navigates = ['username', 'client', 'service'].some((key) => values[key] !== before[key]);
    return isAccount(resource.name) && navigates && unsaved.dirtyCount() > 1
      ? translate('users.account.saveOthersFirst')
      : null;
  };
  return (
    <ResourceForm
      {...{ resource, id, inlineToolbar, onSaved, onRead, blockedReason: getBlockedReason }}
      // The page shows the role below its title.
      inputs={{ ...getUserInputs(resource.name), role: null }}
    />
  );
}

function EmptyCard({ resource }: { resource: ResourceMeta }) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ padding: 2 }}>
      <Typography variant="h2" id={id}>
        {resource.form?.sections[0]?.label ?? resource.title}
      </Typography>
      <Typography sx={{ marginTop: 1, color: 'text.secondary' }}>{translate('users.service.noneYet')}</Typography>
    </Card>
  );
}

const isAccount = (resource: string) => resource === 'contacts' || resource === 'profile';

function getSavedMessage(resource: string, sent: FormValues): string {
  // If the login with the new password failed, the login page shows the message.
  if (isAccount(resource) && sent.password && readSession().session !== null) {
    return resource === 'profile' ? 'users.saved.ownPassword' : 'users.saved.otherPassword';
  }
  return messageByResource[resource] ?? 'users.saved.account';
}

const messageByResource: Record<string, string> = {
  addresses: 'users.saved.address',
  clients: 'users.saved.client',
  services: 'users.saved.service',
  'manager-clients': 'users.saved.clients',
};
