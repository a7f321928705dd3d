import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type RaRecord, useFormIsDirty, useGetList, useNotify, useTranslate } from 'ra-core';
import { useCallback, useId, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { useResourceMeta } from '../../api/meta';
import type { ResourceMeta } from '../../api/types';
import { ResourceForm } from '../../core/forms/resource/ResourceForm';
import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';
import { BackToSettingsButton } from '../../core/layout/BackToSettingsButton';
import { ErrorState } from '../../core/ui/EmptyState';
import { PageHeader } from '../../core/ui/PageHeader';
import { BarSkeleton, RowsSkeleton } from '../../core/ui/Skeletons';
import { MailRecipientsPreview } from './MailRecipientsPreview';
import { CategoryName, DirtyContext, MatrixInput } from './MatrixInput';

type Category = RaRecord<number> & { key: string; name: string };

const Messages = createMessagesProvider(import.meta.glob('../../../../locale/*/mailSettings.json'));
const inputs = { settings: MatrixInput };
/** Height of the tabs with their border, in pixels. */
const TABS_HEIGHT = 49;
/** Skeleton of the matrix: as many rows as a repair has. */
const skeleton = <RowsSkeleton rows={17} height={{ xs: 53, md: 45 }} />;
const ALL_CATEGORIES = { pagination: { page: 1, perPage: 100 }, sort: { field: 'id', order: 'ASC' } } as const;

/** Page of email recipients by status or event and service category (spec 2, 2.5). */
export default function MailPage() {
  return (
    <Messages>
      <MailSettings />
    </Messages>
  );
}

function MailSettings() {
  const translate = useTranslate();
  const resource = useResourceMeta('mail-notification');
  const { data, error, refetch } = useGetList<Category>('mail-notification', ALL_CATEGORIES);
  return (
    <>
      <PageHeader
        title={translate('mailSettings.title')}
        subtitle={translate('mailSettings.subtitle')}
        back={<BackToSettingsButton />}
      />
      {resource && data ? (
        <Categories resource={resource} categories={data} />
      ) : error ? (
        <Card sx={{ padding: 2 }}>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <>
          <Box sx={{ height: TABS_HEIGHT, marginBottom: 2, borderBottom: 1, borderColor: 'divider' }} />
          <Card>
            <Box sx={{ padding: 2 }}>{skeleton}</Box>
            <BarSkeleton />
          </Card>
        </>
      )}
    </>
  );
}

/** Tabs of the categories. All forms stay mounted, so that unsaved changes survive a tab change. */
function Categories({ resource, categories }: { resource: ResourceMeta; categories: Category[] }) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useSearchParams();
  const [dirty, setDirty] = useState<Record<number, boolean>>({});
  const categoryParam = search.get('category');
  const open = categories.find(({ key }) => key === categoryParam) ?? categories[0];
  const reportDirty = useCallback(
    (category: number, isDirty: boolean) => setDirty((before) => ({ ...before, [category]: isDirty })),
    [],
  );
  if (!open) return null;
  return (
    <DirtyContext value={reportDirty}>
      <Tabs
        value={open.key}
        onChange={(_, key: string) => setSearch({ category: key }, { replace: true })}
        aria-label={translate('mailSettings.categories')}
        sx={{
          marginBottom: 2,
          borderBottom: 1,
          borderColor: 'divider',
          // Three tabs fill a phone.
          '& .MuiTab-root': {
            flex: { xs: '1 1 auto', sm: 'none' },
            // With a user's text spacing, a name takes two lines, but its words are whole.
            minWidth: 'min-content',
            paddingInline: { xs: 0.5, sm: 2 },
            fontSize: { xs: '0.8125rem', sm: '0.875rem' },
          },
        }}
      >
        {categories.map((category) => (
          <Tab
            key={category.key}
            value={category.key}
            id={`${id}-tab-${category.key}`}
            aria-controls={`${id}-panel-${category.key}`}
            label={dirty[category.id] ? translate('mailSettings.edited', { name: category.name }) : category.name}
          />
        ))}
      </Tabs>
      {categories.map((category) => (
        <Box
          key={category.key}
          role="tabpanel"
          id={`${id}-panel-${category.key}`}
          aria-labelledby={`${id}-tab-${category.key}`}
          hidden={category !== open}
          ref={category === open ? panel : undefined}
          tabIndex={-1}
          sx={{ outline: 'none' }}
        >
          <CategoryName value={category.name}>
            <ResourceForm
              {...{ resource, inputs, skeleton }}
              start={<DiscardButton onDiscard={() => panel.current?.focus()} />}
              id={category.id}
              onSaved={() => notify('mail.saved', { type: 'success', messageArgs: { name: category.name } })}
            />
          </CategoryName>
          {category === open && <MailRecipientsPreview category={category.id} />}
        </Box>
      ))}
    </DirtyContext>
  );
}

/** Button to discard the unsaved changes of a category; hidden without any. */
function DiscardButton({ onDiscard }: { onDiscard: () => void }) {
  const translate = useTranslate();
  const { reset } = useFormContext();
  const { isSubmitting } = useFormState();
  const dirty = useFormIsDirty();
  if (!dirty) return null;
  const discard = () => {
    // The button, which has the focus, goes with the changes.
    onDiscard();
    reset();
  };
  return (
    <Button variant="text" disabled={isSubmitting} onClick={discard}>
      {translate('mailSettings.discard')}
    </Button>
  );
}
