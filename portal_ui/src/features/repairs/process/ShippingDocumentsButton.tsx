import { useProcess } from '../../../core/process/processContext';
import { DocumentButtons } from '../../shipping/DocumentButtons';

/**
 * Button to download the shipping documents of one leg as a single PDF.
 * Contains packing lists, proforma invoice, declaration and labels.
 */
export function ShippingDocumentsButton({ isBack = false }: { isBack?: boolean }) {
  const { record } = useProcess();
  return (
    <DocumentButtons
      path="/api/v1/files/export/repair-papers/pdf"
      query={{ repairId: record.id, ...(isBack && { direction: 'BACK' }) }}
    />
  );
}
