import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useListContext, useTranslate } from 'ra-core';
import type { ComponentType } from 'react';
import { useFormat } from '../i18n/format';

/** Alternative view of the rows that a list's filters select. */
export type ListView = {
  /** Its name in the address. */
  key: string;
  /** The key of its word. */
  label: string;
  /** Draws what the ListContext selects. */
  Body: ComponentType;
};

type Props = { views: readonly ListView[]; view: ListView | undefined; onChange: (view: string) => void };

const rows = 'rows';

/** The rows and their other views. */
export default function ListViewTabs({ views, view, onChange }: Props) {
  const translate = useTranslate();
  const { number } = useFormat();
  const { total } = useListContext();
  return (
    <Tabs
      value={view?.key ?? rows}
      onChange={(_, key: string) => onChange(key)}
      aria-label={translate('lists.views')}
      sx={{ marginBottom: 2, displayPrint: 'none' }}
    >
      {views.map(({ key, label }) => (
        <Tab key={key} value={key} label={translate(label)} />
      ))}
      <Tab
        value={rows}
        label={
          total === undefined
            ? translate('lists.anyRows')
            : translate('lists.rows', { smart_count: total, total: number(total) })
        }
      />
    </Tabs>
  );
}
