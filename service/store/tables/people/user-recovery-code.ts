import type { Db } from '../../../base/shared/db.ts';
import type { RecoveryCodeStore } from '../../../domain/people/recovery-code.ts';
import { countOf, hasRows } from '../rows.ts';

export function createRecoveryCodeStore(db: Db): RecoveryCodeStore {
  return {
    async replace(tx, userId, codeHashes) {
      await tx.query({
        name: 'user_recovery_code_delete',
        text: 'DELETE FROM user_recovery_codes WHERE user_id = $1',
        values: [userId],
      });
      for (const codeHash of codeHashes) {
        await tx.query({
          name: 'user_recovery_code_insert',
          text: 'INSERT INTO user_recovery_codes (user_id, code_hash) VALUES ($1, $2)',
          values: [userId, codeHash],
        });
      }
    },

    spend: async (tx, userId, codeHash) =>
      hasRows(tx, {
        name: 'user_recovery_code_spend',
        text: `DELETE FROM user_recovery_codes WHERE user_id = $1 AND code_hash = $2
          RETURNING user_id`,
        values: [userId, codeHash],
      }),

    count: async (userId) =>
      countOf(db, {
        name: 'user_recovery_code_count',
        text: 'SELECT count(*) AS count FROM user_recovery_codes WHERE user_id = $1',
        values: [userId],
      }),
  };
}
