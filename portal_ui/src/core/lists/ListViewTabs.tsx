import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useListContext, useTranslate } from 'ra-core';
import type { ComponentType } from 'react';
import { useFormat } from '../i18n/format';
import { ColumnsButton } from './ColumnsButton';

/** Alternative view of the filtered rows, such as charts. */
export type ListView = {
  /** Value of the `view` URL parameter. */
  key: string;
  /** Translation key. */
  label: string;
  /** Component for the rows of the ListContext. */
  Body: ComponentType;
};

const barStyle = {
  display: 'flex',
  justifyContent: 'space-between',
  marginBottom: 2,
  displayPrint: 'none',
  '& > .MuiButton-root': { flexShrink: 0, paddingInline: { xs: 1, sm: 2 } },
} as const;

/** Tabs of 36 px, as the filters above them; larger to touch. */
const tabsStyle = {
  minHeight: 36,
  '& .MuiTab-root': {
    flexDirection: 'row',
    minHeight: 36,
    paddingBlock: 0,
    '@media (pointer: coarse)': { minHeight: 44 },
  },
} as const;

type Props = { views: readonly ListView[]; view: ListView | undefined; onChange: (view: string) => void };

const rows = 'rows';

/** Tabs of the alternative views and of the rows, whose columns can be chosen. */
export default function ListViewTabs({ views, view, onChange }: Props) {
  const translate = useTranslate();
  const { number } = useFormat();
  const { total } = useListContext();
  return (
    <Box sx={barStyle}>
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
      {!view && <ColumnsButton />}
    </Box>
  );
}
