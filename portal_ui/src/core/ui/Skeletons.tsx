import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';

/** Live region of a loading state; its skeletons are not accessible. */
export function Loading({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  return (
    <Box role="status" aria-label={translate('shared.loading')}>
      <Box aria-hidden inert>
        {children}
      </Box>
    </Box>
  );
}

/** Skeleton of lines of text. */
export function TextSkeleton({ lines }: { lines: number }) {
  return (
    <Loading>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical lines in a fixed order
        <Skeleton key={line} height={20} width={line === lines - 1 ? '60%' : '100%'} sx={{ marginBottom: 1 }} />
      ))}
    </Loading>
  );
}

/** Skeleton of labeled fields, in one or two columns. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <Loading>
      <FieldsSkeleton fields={fields} />
    </Loading>
  );
}

function FieldsSkeleton({ fields }: { fields: number }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
      {Array.from({ length: fields }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical fields in a fixed order
        <Box key={field}>
          <Skeleton height={18} width={96} sx={{ marginBottom: 0.75 }} />
          <Skeleton height={40} />
        </Box>
      ))}
    </Box>
  );
}

interface RowsProps {
  rows: number;
  /** Height of a row in pixels, with its border. */
  height: number | { xs: number; sm?: number; md?: number };
}

/** Skeleton of rows with a control at their end. */
export function RowsSkeleton(props: RowsProps) {
  return (
    <Loading>
      <Rows {...props} />
    </Loading>
  );
}

function Rows({ rows, height }: RowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    <Box
      // biome-ignore lint/suspicious/noArrayIndexKey: identical rows in a fixed order
      key={row}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        height,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Skeleton height={18} width="40%" />
      <Skeleton height={18} width={64} />
    </Box>
  ));
}

/** Skeleton of the action bar of a form, with its height. */
export function BarSkeleton() {
  return (
    <Box
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        height: { xs: 68, md: 60 },
        paddingInline: 2,
        borderTop: `1px solid ${theme.vars.palette.divider}`,
      })}
    >
      <Skeleton variant="rounded" height={36} width={96} />
    </Box>
  );
}

/** Skeleton of a title with an arrow before it. */
function TitleSkeleton() {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, height: 28 }}>
      <Skeleton variant="circular" height={20} width={20} />
      <Skeleton height={24} width={180} />
    </Box>
  );
}

/** Skeleton of a page with an arrow before its title, and a form with its bar. */
export function FormPageSkeleton() {
  return (
    <Loading>
      <TitleSkeleton />
      <Skeleton height={16} width={130} sx={{ marginInlineStart: 4, marginBottom: 2.25 }} />
      <Card>
        <Box sx={{ padding: 2 }}>
          <FieldsSkeleton fields={8} />
        </Box>
        <BarSkeleton />
      </Card>
    </Loading>
  );
}

/** Skeleton of the page of an import: title, file and steps, and a card with a table. */
export function ImportPageSkeleton() {
  return (
    <Loading>
      <TitleSkeleton />
      {/* On a phone, the step and the file are on lines of their own. */}
      <Skeleton width={200} sx={{ height: { xs: 54, sm: 18 }, marginInlineStart: 4, marginBottom: 2 }} />
      <Card sx={{ padding: 2 }}>
        <Skeleton height={24} width={220} />
        <Skeleton height={18} width="60%" sx={{ marginBottom: 1 }} />
        <Rows rows={10} height={49} />
      </Card>
    </Loading>
  );
}

/** Skeleton of a page: its title and a card. */
export function PageSkeleton() {
  return (
    <Loading>
      <Skeleton height={24} width={180} />
      <Skeleton height={16} width={130} sx={{ marginTop: 1, marginBottom: 2 }} />
      <Card sx={{ padding: 2 }}>
        {['92%', '76%', '84%', '60%', '88%', '70%'].map((width) => (
          <Skeleton key={width} height={18} width={width} sx={{ marginBlock: 2 }} />
        ))}
      </Card>
    </Loading>
  );
}
