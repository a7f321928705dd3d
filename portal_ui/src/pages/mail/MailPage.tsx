import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useCallback, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { UnsavedBoundary } from '../../kernel/saving/UnsavedBoundary';
import { useUnsavedForm } from '../../kernel/saving/unsavedForms';
import { useErrorMessage } from '../../server/errorMessage';
import { call } from '../../server/http';
import { ErrorState } from '../../shared/Empty';
import { PageHeader } from '../../shared/PageHeader';
import { FormSkeleton } from '../../shared/Skeletons';
import { Matrix } from './Matrix';
import { type Category, type Edits, isEdited, leftOf, thrown, without } from './rules';
import { SaveBar } from './SaveBar';

/** Who gets a mail when a request enters a status or something happens, by service category (spec 2, 2.5). */
export default function MailPage() {
  const translate = useTranslate();
  const message = useErrorMessage();
  const { data, error, refetch } = useQuery({
    queryKey: ['mail'],
    queryFn: ({ signal }) => call<Category[]>('GET', '/api/v1/mail/fetch', { signal }),
  });
  return (
    <UnsavedBoundary>
      <PageHeader title={translate('mail.title')} subtitle={translate('mail.subtitle')} />
      <Card sx={{ overflow: 'visible' }}>
        {data ? (
          <Categories categories={data} />
        ) : error ? (
          <ErrorState message={message(error)} onRetry={() => void refetch()} />
        ) : (
          <Box sx={{ padding: 3 }}>
            <FormSkeleton fields={8} />
          </Box>
        )}
      </Card>
    </UnsavedBoundary>
  );
}

function Categories({ categories }: { categories: Category[] }) {
  const translate = useTranslate();
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const [edits, setEdits] = useState<Edits>({});
  const asked = search.get('category');
  const open = categories.find(({ key }) => key === asked) ?? categories[0];
  useUnsavedForm({ dirty: Object.keys(edits).length > 0, discard: useCallback(() => setEdits({}), []) });
  if (!open) return null;
  return (
    <>
      <Tabs
        value={open.key}
        onChange={(_, key: string) => setSearch({ category: key }, { replace: true })}
        variant="scrollable"
        aria-label={translate('mail.categories')}
        sx={{ borderBottom: 1, borderColor: 'divider', paddingInline: 1 }}
      >
        {categories.map((category) => (
          <Tab
            key={category.key}
            value={category.key}
            id={`${id}-${category.key}`}
            aria-controls={`${id}-panel`}
            label={isEdited(category, edits) ? translate('mail.edited', { name: category.name }) : category.name}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open.key}`}>
        <Matrix
          category={open}
          edits={edits}
          onThrow={(rule, name, on) => setEdits((before) => thrown(before, rule, name, on))}
        />
        <SaveBar
          category={open}
          edits={edits}
          onDiscard={() => setEdits((before) => without(before, open))}
          onSaved={(category, saved) => setEdits((before) => leftOf(before, saved, category))}
        />
      </Box>
    </>
  );
}
