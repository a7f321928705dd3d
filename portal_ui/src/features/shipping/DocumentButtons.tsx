import { useTranslate } from 'ra-core';
import type { Query } from '../../api/http';
import { ExportButton } from '../../core/ui/ExportButton';

interface DocumentButtonsProps {
  path: string;
  query: Query;
}

/** Buttons to download the shipping documents as a PDF. Labels are four on a sheet or one on each page. */
export function DocumentButtons({ path, query }: DocumentButtonsProps) {
  const translate = useTranslate();
  return (
    <>
      <ExportButton path={path} query={query} label={translate('shipping.documents.sheet')} />
      <ExportButton path={path} query={{ ...query, labels: 'SINGLE' }} label={translate('shipping.documents.single')} />
    </>
  );
}
