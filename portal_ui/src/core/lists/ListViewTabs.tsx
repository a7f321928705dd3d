import Chip from '@mui/material/Chip';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useListContext, useTranslate } from 'ra-core';
import type { ComponentType } from 'react';
import { useFormat } from '../i18n/format';

/** Alternative view of the filtered rows, such as charts. */
export type ListView = {
  /** Value of the `view` URL parameter. */
  key: string;
  /** Translation key. */
  label: string;
  /** Component for the rows of the ListContext. */
  Body: ComponentType;
};

/** Tabs of 36 px, as the filters above them; larger to touch. */
const tabsStyle = {
  minHeight: 36,
  marginBottom: 2,
  displayPrint: 'none',
  '& .MuiTab-root': {
    flexDirection: 'row',
    minHeight: 36,
    paddingBlock: 0,
    '@media (pointer: coarse)': { minHeight: 44 },
  },
} as const;

type Props = { views: readonly ListView[]; view: ListView | undefined; onChange: (view: string) => void };

const rows = 'rows';

/** Tabs of the alternative views and of the rows. */
export default function ListViewTabs({ views, view, onChange }: Props) {
  const translate = useTranslate();
  const { number } = useFormat();
  const { total } = useListContext();
  return (
    <Tabs
      value={view?.key ?? rows}
      onChange={(_, key: string) => onChange(key)}
      aria-label={translate('lists.views')}
      sx={tabsStyle}
    >
      {views.map(({ key, label }) => (
        <Tab key={key} value={key} label={translate(label)} />
      ))}
      <Tab
        value={rows}
        label={
          <>
            {`${translate('lists.rows')} `}
            {total !== undefined && (
              <Chip component="span" size="small" label={number(total)} sx={{ marginInlineStart: 1 }} />
            )}
          </>
        }
      />
    </Tabs>
  );
}
