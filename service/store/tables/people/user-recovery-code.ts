import type { Db } from '../../../base/shared/db.ts';
import type { RecoveryCodeStore } from '../../../domain/people/recovery-code.ts';
import { countOf, hasRows } from '../rows.ts';
import { sql } from '../sql.ts';

export function createRecoveryCodeStore(db: Db): RecoveryCodeStore {
  return {
    async replace(tx, userId, codeHashes) {
      await tx.query(sql('user_recovery_code_delete')`
        DELETE FROM user_recovery_codes WHERE user_id = ${userId}`);
      for (const codeHash of codeHashes) {
        await tx.query(sql('user_recovery_code_insert')`
          INSERT INTO user_recovery_codes (user_id, code_hash) VALUES (${userId}, ${codeHash})`);
      }
    },

    spend: async (tx, userId, codeHash) =>
      hasRows(tx, 'user_recovery_code_spend')`
        DELETE FROM user_recovery_codes WHERE user_id = ${userId} AND code_hash = ${codeHash}
        RETURNING user_id`,

    count: async (userId) =>
      countOf(db, 'user_recovery_code_count')`
        SELECT count(*) AS count FROM user_recovery_codes WHERE user_id = ${userId}`,
  };
}
