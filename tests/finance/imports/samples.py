"""Files as banks and programs write them, after the formats' public specifications."""

OFX_1 = b"""OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260131120000[-5:EST]<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1001<STATUS><CODE>0<SEVERITY>INFO</STATUS>
<STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>121099999<ACCTID>0012345678<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101<DTEND>20260131
<STMTTRN><TRNTYPE>CHECK<DTPOSTED>20260104<TRNAMT>-200.00<FITID>00002<CHECKNUM>1000</STMTTRN>
<STMTTRN><TRNTYPE>ATM<DTPOSTED>20260105120000.000[-5:EST]<TRNAMT>-30.50<FITID>00003
<NAME>CAF\xc9 &amp; BAR<MEMO>
<REFNUM>R7
</STMTTRN>
<STMTTRN><TRNTYPE>DEP<DTPOSTED>20260106<TRNAMT>+1000,00<FITID>00004<PAYEE><NAME>Employer<ADDR1>x</PAYEE><MEMO>Salary</STMTTRN>
</BANKTRANLIST>
<LEDGERBAL><BALAMT>869.50<DTASOF>20260131</LEDGERBAL>
<AVAILBAL><BALAMT>500.00<DTASOF>20260131</AVAILBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>
"""

OFX_2 = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX>
  <SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS></SONRS></SIGNONMSGSRSV1>
  <CREDITCARDMSGSRSV1><CCSTMTTRNRS><TRNUID>0</TRNUID><CCSTMTRS>
    <CURDEF>EUR</CURDEF>
    <CCACCTFROM><ACCTID>4111111111119999</ACCTID></CCACCTFROM>
    <BANKTRANLIST>
      <DTSTART>20260101</DTSTART><DTEND>20260131</DTEND>
      <STMTTRN><TRNTYPE>DEBIT</TRNTYPE>
        <DTPOSTED>20260110</DTPOSTED><TRNAMT>-12.34</TRNAMT><FITID>c1</FITID><NAME>Zürich ❤ shop</NAME><MEMO></MEMO></STMTTRN>
      <STMTTRN><TRNTYPE>CREDIT</TRNTYPE>
        <DTPOSTED>20260111</DTPOSTED><TRNAMT>50.00</TRNAMT><FITID>c2</FITID><NAME>Payment</NAME></STMTTRN>
    </BANKTRANLIST>
    <LEDGERBAL><BALAMT>-62.34</BALAMT><DTASOF>20260131</DTASOF></LEDGERBAL>
  </CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1>
</OFX>
""".encode()

QIF_US = b"""!Account
NChecking
TBank
^
!Type:Bank
D1/ 1'26
T100.00
CX
POpening Balance
L[Checking]
^
D1/31'26
T-1,234.56
N1001
PLandlord
MRent
LHousing
^
D2/ 3'26
U12.50
T12.50
PRefund
Scat
E part
$12.50
^
!Type:Cat
NHousing
E
^
"""

QIF_EUROPE = """!Type:CCard
D31.01.2026
T-1.234,56
PVermieter
^
D3/2/26
T12,50
PErstattung
^
""".encode("latin-1")

CAMT_2 = """<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
 <BkToCstmrStmt>
  <GrpHdr><MsgId>27632364572</MsgId><CreDtTm>2026-01-31T19:30:47+01:00</CreDtTm></GrpHdr>
  <Stmt>
   <Id>1</Id>
   <Acct><Id><IBAN>DE02120300000012345678</IBAN></Id><Ccy>EUR</Ccy></Acct>
   <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">100.00</Amt>
    <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2025-12-31</Dt></Dt></Bal>
   <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">229.50</Amt>
    <CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-01-31</Dt></Dt></Bal>
   <Ntry>
    <Amt Ccy="EUR">30.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>2026-01-05</Dt></BookgDt><ValDt><Dt>2026-01-06</Dt></ValDt><AcctSvcrRef>B1</AcctSvcrRef>
    <NtryDtls><TxDtls>
      <Refs><EndToEndId>E-77</EndToEndId></Refs>
      <RltdPties><Dbtr><Nm>Me</Nm></Dbtr><Cdtr><Nm>Café Zürich</Nm></Cdtr></RltdPties>
      <RmtInf><Ustrd>Invoice 7</Ustrd><Ustrd>second line</Ustrd></RmtInf>
    </TxDtls></NtryDtls>
    <AddtlNtryInf>SEPA debit</AddtlNtryInf>
   </Ntry>
   <Ntry>
    <Amt Ccy="EUR">300.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><DtTm>2026-01-06T00:00:00+01:00</DtTm></BookgDt><AcctSvcrRef>B2</AcctSvcrRef>
    <NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch>
     <TxDtls><Refs><EndToEndId>1</EndToEndId></Refs></TxDtls>
     <TxDtls><Refs><EndToEndId>2</EndToEndId></Refs></TxDtls>
     <TxDtls><Refs><EndToEndId>3</EndToEndId></Refs></TxDtls></NtryDtls>
    <AddtlNtryInf>Batch of three</AddtlNtryInf>
   </Ntry>
   <Ntry>
    <Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts>
    <BookgDt><Dt>2026-01-07</Dt></BookgDt><AddtlNtryInf>Returned debit</AddtlNtryInf>
   </Ntry>
   <Ntry>
    <Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-01-30</Dt></BookgDt>
   </Ntry>
  </Stmt>
 </BkToCstmrStmt>
</Document>
""".encode()

CAMT_8 = b"""<?xml version="1.0" encoding="UTF-8"?>
<ns0:Document xmlns:ns0="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
 <ns0:BkToCstmrStmt><ns0:Stmt>
   <ns0:Acct><ns0:Id><ns0:Othr><ns0:Id>12345678</ns0:Id></ns0:Othr></ns0:Id></ns0:Acct>
   <ns0:Bal><ns0:Tp><ns0:CdOrPrtry><ns0:Cd>CLBD</ns0:Cd></ns0:CdOrPrtry></ns0:Tp><ns0:Amt Ccy="EUR">59.50</ns0:Amt>
    <ns0:CdtDbtInd>CRDT</ns0:CdtDbtInd><ns0:Dt><ns0:Dt>2026-01-31</ns0:Dt></ns0:Dt></ns0:Bal>
   <ns0:Ntry>
    <ns0:Amt Ccy="EUR">40.50</ns0:Amt><ns0:CdtDbtInd>DBIT</ns0:CdtDbtInd><ns0:Sts><ns0:Cd>BOOK</ns0:Cd></ns0:Sts>
    <ns0:BookgDt><ns0:Dt>2026-01-05</ns0:Dt></ns0:BookgDt>
    <ns0:NtryDtls><ns0:TxDtls>
     <ns0:Refs><ns0:AcctSvcrRef>T9</ns0:AcctSvcrRef><ns0:EndToEndId>NOTPROVIDED</ns0:EndToEndId></ns0:Refs>
     <ns0:RltdPties><ns0:Cdtr><ns0:Pty><ns0:Nm>Power Ltd</ns0:Nm></ns0:Pty></ns0:Cdtr></ns0:RltdPties>
     <ns0:RmtInf><ns0:Strd><ns0:CdtrRefInf><ns0:Ref>RF18539007547034</ns0:Ref></ns0:CdtrRefInf></ns0:Strd></ns0:RmtInf>
    </ns0:TxDtls></ns0:NtryDtls>
   </ns0:Ntry>
 </ns0:Stmt></ns0:BkToCstmrStmt>
</ns0:Document>
"""

MT940_GERMAN = b"""{1:F01BANKDEFFXXXX0000000000}{2:I940BANKDEFFXXXXN}{4:
:20:STARTUMSE
:25:10020030/12345678
:28C:00001/001
:60F:C260101EUR100,00
:61:2601030103DR19,50NTRFKREF+NONREF//B4X1
POS
:86:105?00LASTSCHRIFT?109310?20EREF+X123?21SVWZ+Miete Januar?30BYLADEM1001?31DE02120300000000202051?32VERMIETER GMBH
:61:2601050105C100,00NMSCNONREF
:86:Gutschrift ohne
 Struktur
:61:2601060106RC5,NTRFNONREF
:86:Storno
:62F:C260131EUR175,50
-}
""".replace(b"\n", b"\r\n")

MT940_DUTCH = b""":20:940S260131
:25:NL02RABO0123456789 EUR
:28C:0
:60F:C260101EUR000000000100,00
:61:260105D000000000030,50N541NONREF
NL91ABNA0417164300
:86:/ORDP//NAME/Bakker Jansen/REMI/Factuur 12
:61:260106C000000000005,25N541EREF
:86:/BENM//NAME/Terug/EREF/77
:62F:C260131EUR000000000074,75
"""

BAI2 = b"""01,0004,12345,260331,2300,1,80,,2/
02,12345,0004,1,260331,2300,EUR,2/
03,0012345678,EUR,010,100000,,,015,+104500,,,100,7000,2,S,0,7000,0,400,2500,1/
16,165,5000,V,260401,,BR1,CR1,ACME CORP, INVOICE 7
88,SECOND LINE
16,108,2000,S,0,2000,0,BR2,,Deposit/
16,475,2500,,BR3,1001,/
49,223500,6/
98,223500,1,8/
99,223500,1,10/
"""

BEANCOUNT = b"""option "title" "Books"
plugin "beancount.plugins.auto"
2026-01-01 open Assets:Bank:Checking EUR
2026-01-03 * "Landlord" "Rent \\"January\\"" #home ^r1
  id: "x"
  Assets:Bank:Checking   -1,200.00 EUR
  Expenses:Rent
2026-01-04 ! "Coffee; black"
  Expenses:Food  3.50 EUR ; a comment
  Assets:Bank:Checking
2026-01-05 * "Broker" "Shares"
  Assets:Broker    3 SHOP {10.00 EUR}
  Assets:Bank:Checking
2026-01-06 * "Travel"
  Expenses:Travel   20.00 USD @ 0.90 EUR
  Liabilities:Card
2026-02-01 balance Assets:Bank:Checking  -1233.50 EUR
"""

HLEDGER = b"""; a journal
commodity 1.000,00 EUR
account assets:checking

2026-01-03 * (1001) Landlord | Rent  ; home
    assets:checking     -1.200,00 EUR
    expenses:rent

2026/1/4 Coffee
    expenses:food bar   3,50 EUR
    (budget:food)      -3,50 EUR
    assets:checking              = -1.203,50 EUR

comment
2026-01-05 not an entry
    a  1
end comment

P 2026-01-05 USD 0,90 EUR
"""
