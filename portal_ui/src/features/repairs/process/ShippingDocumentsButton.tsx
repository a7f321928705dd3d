import { useProcess } from '../../../core/process/processContext';
import { DocumentButtons } from '../../shipping/DocumentButtons';

/** Saves the shipping documents of one way: packing lists, invoice, declaration and labels in one PDF. */
export function ShippingDocumentsButton({ isBack = false }: { isBack?: boolean }) {
  const { record } = useProcess();
  return (
    <DocumentButtons
      path="/api/v1/files/export/repair-papers/pdf"
      query={{ repairId: record.id, ...(isBack && { direction: 'BACK' }) }}
    />
  );
}
