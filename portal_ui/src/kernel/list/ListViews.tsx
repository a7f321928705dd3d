import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslate } from 'ra-core';
import type { ComponentType } from 'react';
import type { ResourceMeta } from '../../server/types';
import type { ListState } from './listState';

/** Another way to look at the rows that a list's filters select. */
export type ListView = {
  /** Its name in the address. */
  key: string;
  /** The key of its word. */
  label: string;
  Body: ComponentType<{ resource: ResourceMeta; state: ListState }>;
};

type Props = {
  views: readonly ListView[];
  view: string;
  total: number | undefined;
  onChange: (view: string) => void;
};

const rows = 'rows';

/** The rows and their other views. */
export default function ViewTabs({ views, view, total, onChange }: Props) {
  const translate = useTranslate();
  const shown = views.some(({ key }) => key === view) ? view : rows;
  return (
    <Tabs
      value={shown}
      onChange={(_, key: string) => onChange(key === rows ? '' : key)}
      aria-label={translate('lists.views')}
      sx={{ marginBottom: 2, '@media print': { display: 'none !important' } }}
    >
      <Tab
        value={rows}
        label={total === undefined ? translate('lists.anyRows') : translate('lists.rows', { smart_count: total })}
      />
      {views.map(({ key, label }) => (
        <Tab key={key} value={key} label={translate(label)} />
      ))}
    </Tabs>
  );
}
